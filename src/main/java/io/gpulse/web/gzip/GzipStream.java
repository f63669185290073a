package io.gpulse.web.gzip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A gzip stream (RFC 1952) of shared blocks, with its own header and trailer. Used by one thread at a time. */
public final class GzipStream {

    /** Deflate, no flags, no time, no extra flags, unknown system. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

    /** An empty last block. */
    private static final byte[] LAST = {3, 0};

    private int crc;
    private int length;

    /** Returns the bytes before the first block. */
    public static ByteBuffer header() {
        return ByteBuffer.wrap(HEADER);
    }

    /** Returns a complete stream of one block. */
    public static ByteBuffer of(GzipBlock block) {
        GzipStream stream = new GzipStream();
        ByteBuffer bytes = stream.add(block);
        ByteBuffer trailer = stream.trailer();
        return ByteBuffer.allocate(HEADER.length + bytes.remaining() + trailer.remaining())
                .put(HEADER)
                .put(bytes)
                .put(trailer)
                .flip();
    }

    /** Counts a block and returns its bytes. */
    public ByteBuffer add(GzipBlock block) {
        count(block);
        return block.bytes();
    }

    /** Counts a block whose bytes are written elsewhere. */
    public void count(GzipBlock block) {
        this.crc = block.checksumAfter(this.crc);
        // Modulo 2³², as the format requires.
        this.length += block.length();
    }

    /** Returns the bytes after the last block. */
    public ByteBuffer trailer() {
        return ByteBuffer.allocate(LAST.length + 2 * Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(LAST)
                .putInt(this.crc)
                .putInt(this.length)
                .flip();
    }
}
