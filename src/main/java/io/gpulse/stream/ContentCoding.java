package io.gpulse.stream;

import io.gpulse.view.EncodedSnapshot;
import io.gpulse.web.gzip.GzipBlock;
import io.gpulse.web.gzip.GzipStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** In which coding a response is written (RFC 9110, 8.4). One response's own; used by one thread at a time. */
interface ContentCoding {

    /** As they are. */
    ContentCoding IDENTITY = new ContentCoding() {
        @Override
        public List<ByteBuffer> text(ByteBuffer plain) {
            return List.of(plain);
        }

        @Override
        public List<ByteBuffer> snapshot(EncodedSnapshot encoded, StreamFormat format) {
            return List.of(format.snapshot(encoded));
        }

        @Override
        public void onShared(EncodedSnapshot encoded, StreamFormat format) {}

        @Override
        public List<ByteBuffer> end() {
            return List.of();
        }

        @Override
        public boolean isCompressed() {
            return false;
        }
    };

    /** What is written for a few bytes that are this response's own. */
    List<ByteBuffer> text(ByteBuffer plain);

    /** What is written for a snapshot: bytes that all responses share. */
    List<ByteBuffer> snapshot(EncodedSnapshot encoded, StreamFormat format);

    /** Takes note of a snapshot that was written as it is shared, framed, by {@link FrameWriter}. */
    void onShared(EncodedSnapshot encoded, StreamFormat format);

    /** What is written behind everything; may be nothing. */
    List<ByteBuffer> end();

    boolean isCompressed();

    /** Blocks that were compressed once for all. */
    static ContentCoding gzip() {
        return new Gzip();
    }

    /** A gzip stream. */
    final class Gzip implements ContentCoding {

        private final GzipStream stream = new GzipStream();
        private boolean begun;

        private Gzip() {}

        @Override
        public List<ByteBuffer> text(ByteBuffer plain) {
            return blocks(List.of(GzipBlock.store(plain)));
        }

        @Override
        public List<ByteBuffer> snapshot(EncodedSnapshot encoded, StreamFormat format) {
            return blocks(format.compressedSnapshot(encoded));
        }

        @Override
        public void onShared(EncodedSnapshot encoded, StreamFormat format) {
            format.compressedSnapshot(encoded).forEach(this.stream::count);
        }

        @Override
        public List<ByteBuffer> end() {
            List<ByteBuffer> parts = blocks(List.of());
            parts.add(this.stream.trailer());
            return parts;
        }

        @Override
        public boolean isCompressed() {
            return true;
        }

        private List<ByteBuffer> blocks(List<GzipBlock> blocks) {
            List<ByteBuffer> parts = new ArrayList<>(blocks.size() + 1);
            if (!this.begun) {
                this.begun = true;
                parts.add(GzipStream.header());
            }
            blocks.forEach((block) -> parts.add(this.stream.add(block)));
            return parts;
        }
    }
}
