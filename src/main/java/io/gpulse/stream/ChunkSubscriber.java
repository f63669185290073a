package io.gpulse.stream;

import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.web.LongLivedResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.FluxSink;

/**
 * A subscriber of the stream, which is notified of each round and writes as much as its connection accepts. It writes
 * in steps, never two at once: the first caller also runs the steps of concurrent calls. A failure ends its own
 * response only. Disconnects a client whose connection has not been writable for two minutes, since it occupies a slot
 * and memory.
 */
public abstract class ChunkSubscriber {

    static final Duration LONGEST_STALL = Duration.ofMinutes(2);

    private static final long MAX_STALLED_HEARTBEATS = LONGEST_STALL.dividedBy(LongLivedResponse.HEARTBEAT);

    final FluxSink<Chunk> sink;
    final ClientConnection connection;
    private final AtomicInteger signals = new AtomicInteger();
    private volatile int stalledHeartbeats;
    private volatile boolean ended;

    protected ChunkSubscriber(FluxSink<Chunk> sink, ClientConnection connection) {
        this.sink = sink;
        this.connection = connection;
    }

    /** Writes as much of the pending data as the connection accepts. */
    protected abstract void step();

    /** Writes pending data after a new snapshot or notice, in the task that notifies all subscribers. */
    protected void onRound() {
        advance();
    }

    /** Writes a heartbeat. */
    protected void onHeartbeat() {
        advance();
    }

    /** Writes pending data: the connection has room again. */
    protected final void advance() {
        // The connection of a slow reader is writable at times.
        if (this.stalledHeartbeats > 0 && this.connection.writable().getAsBoolean()) {
            this.stalledHeartbeats = 0;
        }
        if (this.signals.getAndIncrement() != 0) {
            return;
        }
        int handled = 1;
        do {
            safeStep();
            handled = this.signals.addAndGet(-handled);
        } while (handled != 0);
    }

    /** Ends the response. */
    protected final void complete() {
        this.sink.complete();
    }

    private void safeStep() {
        if (this.ended) {
            this.sink.complete();
            return;
        }
        try {
            step();
        } catch (RuntimeException | OutOfMemoryError failure) {
            this.sink.error(failure);
        }
    }

    // Heartbeats are sequential.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    final void heartbeat() {
        this.stalledHeartbeats = this.connection.writable().getAsBoolean() ? 0 : this.stalledHeartbeats + 1;
        if (this.stalledHeartbeats >= MAX_STALLED_HEARTBEATS) {
            this.connection.disconnect().run();
        } else {
            onHeartbeat();
        }
    }

    /** Completes the response, because the server stops. */
    final void end() {
        this.ended = true;
        advance();
    }
}
