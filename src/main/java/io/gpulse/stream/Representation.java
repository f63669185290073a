package io.gpulse.stream;

import io.gpulse.view.EncodedSnapshot;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.View;
import io.gpulse.web.gzip.GzipBlock;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view in a format and a content coding (RFC 9110, 3.2): whoever takes the same is written the same bytes.
 *
 * @see Representations
 */
final class Representation {

    private final Key key;
    private volatile @Nullable SharedChunk current;

    Representation(Key key) {
        this.key = key;
    }

    /** @param compressed by gzip */
    record Key(View view, StreamFormat format, boolean compressed) {}

    Key key() {
        return this.key;
    }

    /** A round begins to be written. */
    SharedChunk publish(PublishedSnapshot published) {
        SharedChunk chunk = new SharedChunk(published.sequence(), () -> published.encoded(this.key.view()), this);
        this.current = chunk;
        return chunk;
    }

    /** Of that round; null when it is another that is being written. */
    @Nullable
    SharedChunk chunk(PublishedSnapshot published) {
        SharedChunk chunk = this.current;
        return chunk != null && chunk.sequence() == published.sequence() ? chunk : null;
    }

    /** Whether it is newer than the round that is being written. */
    boolean isYetToCome(PublishedSnapshot published) {
        SharedChunk chunk = this.current;
        return chunk != null && chunk.sequence() < published.sequence();
    }

    /** What a snapshot is written as. */
    List<ByteBuffer> parts(EncodedSnapshot encoded) {
        StreamFormat format = this.key.format();
        return this.key.compressed()
                ? format.compressedSnapshot(encoded).stream()
                        .map(GzipBlock::bytes)
                        .toList()
                : List.of(format.snapshot(encoded));
    }
}
