package io.gpulse.stream;

import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ClientConnection;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.FluxSink;

/** A subscriber with at most one chunk on the way to its connection. */
public abstract class SingleChunkSubscriber extends ChunkSubscriber {

    private final AtomicBoolean underway = new AtomicBoolean();

    protected SingleChunkSubscriber(FluxSink<Chunk> sink, ClientConnection connection) {
        super(sink, connection);
    }

    /** Returns whether the last chunk is written, and the connection has room. */
    protected final boolean canWrite() {
        return !this.underway.get()
                && this.sink.requestedFromDownstream() > 0
                && this.connection.writable().getAsBoolean();
    }

    /** Writes a chunk, then pending data. Only where {@link #canWrite}. */
    protected final void write(ByteBuffer bytes) {
        this.underway.set(true);
        this.sink.next(new Chunk(
                () -> {
                    this.underway.set(false);
                    advance();
                },
                bytes));
    }
}
