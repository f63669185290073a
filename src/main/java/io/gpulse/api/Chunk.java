package io.gpulse.api;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/** Bytes that are written and flushed together. */
final class Chunk {

    private final Runnable taken;
    private final ByteBuffer[] parts;

    Chunk(Runnable taken, ByteBuffer... parts) {
        this.taken = taken;
        this.parts = parts;
    }

    /** To be called once, when it is written; wraps the shared bytes and copies none. */
    ByteBuf take() {
        ByteBuf bytes = Unpooled.wrappedBuffer(this.parts);
        this.taken.run();
        return bytes;
    }
}
