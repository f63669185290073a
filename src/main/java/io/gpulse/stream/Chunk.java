package io.gpulse.stream;

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

    Chunk(Runnable onWritten, List<ByteBuffer> parts) {
        this(onWritten, parts.toArray(ByteBuffer[]::new));
    }

    /** To be called once, when it is written; wraps the shared bytes and copies none. */
    ByteBuf take() {
        ByteBuf bytes = Unpooled.wrappedBuffer(this.parts);
        this.onWritten.run();
        return bytes;
    }
}
