package io.gpulse.web.gzip;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Bytes in deflate's format (RFC 1951) that refer to nothing before them and end at a byte's end, so that they can
 * follow anything in any gzip stream: compressed once, they are shared by all who read them.
 */
public final class GzipBlock {

    private static final int LEVEL = 6;
    private static final int MAX_STORED = 0xffff;
    private static final int HEADER_OF_STORED = 5;

    private final ByteBuffer deflated;
    private final int crc;
    private final int length;
    private final Crc32Shift shift;

    /** @param crc of the plain bytes, of which there are so many */
    private GzipBlock(ByteBuffer deflated, int crc, int length) {
        this.deflated = deflated.asReadOnlyBuffer();
        this.crc = crc;
        this.length = length;
        this.shift = Crc32Shift.over(length);
    }

    /** Compresses them. */
    public static GzipBlock compress(ByteBuffer plain) {
        Deflater deflater = new Deflater(LEVEL, true);
        try {
            deflater.setInput(plain.duplicate());
            ByteArrayOutputStream deflated = new ByteArrayOutputStream(plain.remaining() / 4 + 64);
            byte[] some = new byte[8192];
            int count;
            do {
                // Unlike a sync flush, this also forgets what came before.
                count = deflater.deflate(some, 0, some.length, Deflater.FULL_FLUSH);
                deflated.write(some, 0, count);
            } while (count == some.length);
            return new GzipBlock(ByteBuffer.wrap(deflated.toByteArray()), crc(plain), plain.remaining());
        } finally {
            deflater.end();
        }
    }

    /** Stores them as they are, for a few bytes: five more. */
    public static GzipBlock store(ByteBuffer plain) {
        int length = plain.remaining();
        if (length > MAX_STORED) {
            throw new IllegalArgumentException(length + " bytes are too many to be stored as one block");
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

    /** This one and then that, as one. */
    public GzipBlock then(GzipBlock next) {
        ByteBuffer joined = ByteBuffer.allocate(size() + next.size())
                .put(this.deflated.duplicate())
                .put(next.deflated.duplicate())
                .flip();
        return new GzipBlock(joined, next.checksumAfter(this.crc), this.length + next.length);
    }

    /** The same block, without bytes of its own: they are those of a larger one, that has so many before them. */
    public GzipBlock within(GzipBlock whole, int before) {
        return new GzipBlock(whole.deflated.slice(before, size()), this.crc, this.length);
    }

    /** The checksum of what had that one, followed by this. */
    int checksumAfter(int before) {
        return this.shift.join(before, this.crc);
    }

    /** Of the plain bytes. */
    public int length() {
        return this.length;
    }

    /** Of the bytes that are written. */
    public int size() {
        return this.deflated.remaining();
    }

    public ByteBuffer bytes() {
        return this.deflated.duplicate();
    }

    /** Writes the plain bytes again, of which there are {@link #length}. */
    public void inflate(byte[] target, int offset) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(bytes());
            int read = inflater.inflate(target, offset, this.length);
            if (read != this.length) {
                throw new IllegalStateException("A block of " + this.length + " bytes has " + read);
            }
        } catch (DataFormatException impossible) {
            throw new IllegalStateException("A block that was compressed here is damaged", impossible);
        } finally {
            inflater.end();
        }
    }
}
