package io.gpulse.stream;

import io.gpulse.stream.wire.ClientConnection;
import java.time.Duration;

/**
 * Disconnects a listener whose connection has not been writable for two minutes, since it occupies a slot and memory.
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

    // The connection of a slow reader is writable at times.
    @Override
    public void advance() {
        resetIfWritable();
        this.listener.advance();
    }

    @Override
    public void onRound() {
        resetIfWritable();
        this.listener.onRound();
    }

    private void resetIfWritable() {
        if (this.stalledHeartbeats > 0 && this.connection.writable().getAsBoolean()) {
            this.stalledHeartbeats = 0;
        }
    }

    // Heartbeats are sequential.
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
