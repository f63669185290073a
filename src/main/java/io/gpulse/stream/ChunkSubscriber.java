package io.gpulse.stream;

import io.gpulse.stream.wire.Chunk;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.FluxSink;

/**
 * A subscriber that writes in steps, never two at once: the first caller also runs the steps of concurrent calls. A
 * failure ends its own response only.
 */
public abstract class ChunkSubscriber implements RoundListener {

    private final FluxSink<Chunk> sink;
    private final AtomicInteger signals = new AtomicInteger();
    private volatile boolean ended;

    protected ChunkSubscriber(FluxSink<Chunk> sink) {
        this.sink = sink;
    }

    /** Writes as much of the pending data as the connection accepts. */
    protected abstract void step();

    @Override
    public final void advance() {
        if (this.signals.getAndIncrement() != 0) {
            return;
        }
        int handled = 1;
        do {
            safeStep();
            handled = this.signals.addAndGet(-handled);
        } while (handled != 0);
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

    @Override
    public final void end() {
        this.ended = true;
        advance();
    }
}
