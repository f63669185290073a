package io.gpulse.web.gzip;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Bytes in deflate's format (RFC 1951) without references to preceding bytes, aligned to whole bytes. Such a block can
 * follow any other block of a gzip stream, so it is compressed once and shared by all responses.
 */
public final class GzipBlock {

    private static final int LEVEL = 6;
    private static final int MAX_STORED = 0xffff;
    private static final int HEADER_OF_STORED = 5;

    private final ByteBuffer deflated;
    private final int crc;
    private final int length;
    private final Crc32Shift shift;

    /**
     * @param crc of the plain bytes
     * @param length number of plain bytes
     */
    private GzipBlock(ByteBuffer deflated, int crc, int length) {
        this.deflated = deflated.asReadOnlyBuffer();
        this.crc = crc;
        this.length = length;
        this.shift = Crc32Shift.over(length);
    }

    public static GzipBlock compress(ByteBuffer plain) {
        Deflater deflater = new Deflater(LEVEL, true);
        try {
            deflater.setInput(plain.duplicate());
            ByteArrayOutputStream deflated = new ByteArrayOutputStream(plain.remaining() / 4 + 64);
            byte[] some = new byte[8192];
            int count;
            do {
                // Unlike a sync flush, a full flush also resets the dictionary.
                count = deflater.deflate(some, 0, some.length, Deflater.FULL_FLUSH);
                deflated.write(some, 0, count);
            } while (count == some.length);
            return new GzipBlock(ByteBuffer.wrap(deflated.toByteArray()), crc(plain), plain.remaining());
        } finally {
            deflater.end();
        }
    }

    /** Stores a few bytes uncompressed, with five bytes of overhead. */
    public static GzipBlock store(ByteBuffer plain) {
        int length = plain.remaining();
        if (length > MAX_STORED) {
            throw new IllegalArgumentException(length + " bytes exceed the maximum of a stored block");
        }
        ByteBuffer stored = ByteBuffer.allocate(HEADER_OF_STORED + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0)
                .putShort((short) length)
                .putShort((short) ~length)
                .put(plain.duplicate())
                .flip();
        return new GzipBlock(stored, crc(plain), length);
    }

    private static int crc(ByteBuffer plain) {
        CRC32 crc = new CRC32();
        crc.update(plain.duplicate());
        return (int) crc.getValue();
    }

    /** Returns this block and the next one as one block. */
    public GzipBlock then(GzipBlock next) {
        ByteBuffer joined = ByteBuffer.allocate(size() + next.size())
                .put(this.deflated.duplicate())
                .put(next.deflated.duplicate())
                .flip();
        return new GzipBlock(joined, next.checksumAfter(this.crc), this.length + next.length);
    }

    /** Returns this block as a part of a larger one, whose bytes it shares from that offset. */
    public GzipBlock within(GzipBlock whole, int before) {
        return new GzipBlock(whole.deflated.slice(before, size()), this.crc, this.length);
    }

    /** Returns the checksum of preceding bytes with that checksum and this block. */
    int checksumAfter(int before) {
        return this.shift.join(before, this.crc);
    }

    /** Returns the number of plain bytes. */
    public int length() {
        return this.length;
    }

    /** Returns the number of compressed bytes. */
    public int size() {
        return this.deflated.remaining();
    }

    public ByteBuffer bytes() {
        return this.deflated.duplicate();
    }

    /** Decompresses {@link #length} bytes. */
    public void inflate(byte[] target, int offset) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(bytes());
            int read = inflater.inflate(target, offset, this.length);
            if (read != this.length) {
                throw new IllegalStateException("Expected " + this.length + " bytes, found " + read);
            }
        } catch (DataFormatException impossible) {
            throw new IllegalStateException("A block in memory is damaged", impossible);
        } finally {
            inflater.end();
        }
    }
}
