package io.gpulse.stream.wire;

import io.gpulse.view.EncodedSnapshot;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.View;
import io.gpulse.web.gzip.GzipBlock;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view in a format and a content coding (RFC 9110, 3.2). Its subscribers share the bytes of each round.
 *
 * @see Representations
 */
public final class Representation {

    private final Key key;
    private volatile @Nullable SharedChunk current;

    Representation(Key key) {
        this.key = key;
    }

    /** @param compressed with gzip */
    public record Key(View view, StreamFormat format, boolean compressed) {}

    Key key() {
        return this.key;
    }

    /** Starts a round. */
    SharedChunk publish(PublishedSnapshot published) {
        SharedChunk chunk = new SharedChunk(published.sequence(), () -> published.encoded(this.key.view()), this);
        this.current = chunk;
        return chunk;
    }

    /** Returns the chunk of a round; null unless that round is being written. */
    @Nullable
    SharedChunk chunk(PublishedSnapshot published) {
        SharedChunk chunk = this.current;
        return chunk != null && chunk.sequence() == published.sequence() ? chunk : null;
    }

    /** Returns whether a snapshot is newer than the round that is being written. */
    boolean isYetToCome(PublishedSnapshot published) {
        SharedChunk chunk = this.current;
        return chunk != null && chunk.sequence() < published.sequence();
    }

    List<ByteBuffer> parts(EncodedSnapshot encoded) {
        StreamFormat format = this.key.format();
        return this.key.compressed()
                ? format.compressedSnapshot(encoded).stream()
                        .map(GzipBlock::bytes)
                        .toList()
                : List.of(format.snapshot(encoded));
    }
}
