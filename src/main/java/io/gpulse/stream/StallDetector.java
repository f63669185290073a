package io.gpulse.stream;

import io.gpulse.stream.wire.ClientConnection;
import java.time.Duration;

/**
 * Disconnects a listener whose connection has not been writable for two minutes: it holds a slot and memory, and
 * nobody reads.
 */
final class StallDetector implements RoundListener {

    static final Duration LONGEST = Duration.ofMinutes(2);

    private static final long MAX_STALLED_HEARTBEATS = LONGEST.dividedBy(SnapshotStream.HEARTBEAT);

    private final RoundListener listener;
    private final ClientConnection connection;
    private volatile int stalledHeartbeats;

    StallDetector(RoundListener listener, ClientConnection connection) {
        this.listener = listener;
        this.connection = connection;
    }

    // A slow reader is seen to be writable in between.
    @Override
    public void advance() {
        noteProgress();
        this.listener.advance();
    }

    @Override
    public void onRound() {
        noteProgress();
        this.listener.onRound();
    }

    @Override
    public void onNotice() {
        noteProgress();
        this.listener.onNotice();
    }

    private void noteProgress() {
        if (this.stalledHeartbeats > 0 && this.connection.writable().getAsBoolean()) {
            this.stalledHeartbeats = 0;
        }
    }

    // Heartbeats come one after the other.
    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void heartbeat() {
        this.stalledHeartbeats = this.connection.writable().getAsBoolean() ? 0 : this.stalledHeartbeats + 1;
        if (this.stalledHeartbeats >= MAX_STALLED_HEARTBEATS) {
            this.connection.disconnect().run();
        } else {
            this.listener.heartbeat();
        }
    }

    @Override
    public void end() {
        this.listener.end();
    }
}
