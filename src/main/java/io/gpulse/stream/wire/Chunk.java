package io.gpulse.stream.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.List;

/** Bytes that are written and flushed together. */
public final class Chunk {

    private final Runnable onWritten;
    private final ByteBuffer[] parts;

    public Chunk(Runnable onWritten, ByteBuffer... parts) {
        this.onWritten = onWritten;
        this.parts = parts;
    }

    public Chunk(Runnable onWritten, List<ByteBuffer> parts) {
        this(onWritten, parts.toArray(ByteBuffer[]::new));
    }

    /** Wraps the shared bytes without a copy. Called once, when the chunk is written. */
    public ByteBuf take() {
        ByteBuf bytes = Unpooled.wrappedBuffer(this.parts);
        this.onWritten.run();
        return bytes;
    }
}
