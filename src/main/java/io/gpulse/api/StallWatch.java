package io.gpulse.api;

import java.time.Duration;

/**
 * Disconnects a listener whose connection has not been writable for two minutes: it holds a slot and memory, and
 * nobody reads.
 */
final class StallWatch implements Listener {

    static final Duration LONGEST = Duration.ofMinutes(2);

    private static final long MOST_BEATS = LONGEST.dividedBy(SnapshotStream.HEARTBEAT);

    private final Listener listener;
    private final Guest guest;
    private volatile int beats;

    StallWatch(Listener listener, Guest guest) {
        this.listener = listener;
        this.guest = guest;
    }

    // A slow reader is seen to be writable in between.
    @Override
    public void advance() {
        if (this.beats > 0 && this.guest.writable().getAsBoolean()) {
            this.beats = 0;
        }
        this.listener.advance();
    }

    // Heartbeats come one after the other.
    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void beat() {
        this.beats = this.guest.writable().getAsBoolean() ? 0 : this.beats + 1;
        if (this.beats >= MOST_BEATS) {
            this.guest.disconnect().run();
        } else {
            this.listener.beat();
        }
    }

    @Override
    public void end() {
        this.listener.end();
    }
}
