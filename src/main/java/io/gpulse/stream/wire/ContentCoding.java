package io.gpulse.stream.wire;

import io.gpulse.view.EncodedSnapshot;
import io.gpulse.web.gzip.GzipBlock;
import io.gpulse.web.gzip.GzipStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The content coding of one response (RFC 9110, 8.4): plain or gzip. Used by one thread at a time. */
public final class ContentCoding {

    private final @Nullable GzipStream gzip;
    private boolean headerWritten;

    private ContentCoding(@Nullable GzipStream gzip) {
        this.gzip = gzip;
    }

    public static ContentCoding of(boolean gzip) {
        return new ContentCoding(gzip ? new GzipStream() : null);
    }

    /** Encodes a few bytes of this response alone. */
    List<ByteBuffer> text(ByteBuffer plain) {
        return this.gzip == null ? List.of(plain) : blocks(this.gzip, List.of(GzipBlock.store(plain)));
    }

    /** Returns the bytes of a snapshot, which all responses share. */
    List<ByteBuffer> snapshot(EncodedSnapshot encoded, StreamFormat format) {
        return this.gzip == null
                ? List.of(format.snapshot(encoded))
                : blocks(this.gzip, format.compressedSnapshot(encoded));
    }

    /** Counts a snapshot whose bytes were written as a shared frame: the trailer covers them. */
    void countShared(EncodedSnapshot encoded, StreamFormat format) {
        if (this.gzip != null) {
            format.compressedSnapshot(encoded).forEach(this.gzip::count);
        }
    }

    /** Returns the bytes that end the response: the gzip trailer, or none. */
    public List<ByteBuffer> end() {
        if (this.gzip == null) {
            return List.of();
        }
        List<ByteBuffer> parts = blocks(this.gzip, List.of());
        parts.add(this.gzip.trailer());
        return parts;
    }

    private List<ByteBuffer> blocks(GzipStream stream, List<GzipBlock> blocks) {
        List<ByteBuffer> parts = new ArrayList<>(blocks.size() + 1);
        if (!this.headerWritten) {
            this.headerWritten = true;
            parts.add(GzipStream.header());
        }
        blocks.forEach((block) -> parts.add(stream.add(block)));
        return parts;
    }
}
