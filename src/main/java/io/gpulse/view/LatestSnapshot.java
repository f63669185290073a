package io.gpulse.view;

import io.gpulse.device.Snapshot;
import io.gpulse.web.Refusal;
import io.gpulse.web.gzip.GzipStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The newest round, for those who ask once. */
public final class LatestSnapshot {

    private final PublishedSnapshots published;
    private final Encoders encoders;
    private final LongSupplier nanos;
    private volatile @Nullable PublishedSnapshot stale;

    /** Write a snapshot that is fresh, and one that is {@linkplain PublishedSnapshot#isStale stale}. */
    record Encoders(SnapshotEncoder fresh, SnapshotEncoder stale) {}

    /** @param nanos the monotonic clock by which snapshots are published */
    LatestSnapshot(PublishedSnapshots published, Encoders encoders, LongSupplier nanos) {
        this.published = published;
        this.encoders = encoders;
        this.nanos = nanos;
    }

    /** @throws Refusal before the first round */
    public Snapshot snapshot() {
        return newest().snapshot();
    }

    /**
     * The view that is asked for, of everything unless said otherwise.
     *
     * @throws Refusal before the first round, or when it asks for what does not exist
     */
    public View view(ViewQuery query) {
        return query.resolve(View.Detail.FULL, Optional.of(snapshot()));
    }

    /** The plain views share the stream's bytes; a filter is encoded for this request, so that it fills no ring. */
    public ByteBuffer json(View view) {
        PublishedSnapshot newest = newest();
        boolean isStale = newest.isStale(this.nanos.getAsLong());
        if (!view.isFiltered()) {
            return (isStale ? stale(newest) : newest).encoded(view).json();
        }
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        (isStale ? this.encoders.stale() : this.encoders.fresh()).encode(newest.snapshot(), view, json);
        return ByteBuffer.wrap(json.toByteArray());
    }

    /**
     * The stream's compressed bytes as a gzip file; empty for a view of which there are none, as of a filter, and of
     * one with command lines.
     */
    public Optional<ByteBuffer> gzip(View view) {
        PublishedSnapshot newest = newest();
        return view.isFiltered() || view.commands() || newest.isStale(this.nanos.getAsLong())
                ? Optional.empty()
                : Optional.of(GzipStream.of(newest.encoded(view).compressedJson()));
    }

    /** Encoded once more with its mark: the bytes that the stream sent say that it is fresh. */
    private PublishedSnapshot stale(PublishedSnapshot newest) {
        PublishedSnapshot known = this.stale;
        if (known == null || known.snapshot() != newest.snapshot()) {
            known = new PublishedSnapshot(newest.snapshot(), this.encoders.stale(), (same, growth) -> {});
            this.stale = known;
        }
        return known;
    }

    private PublishedSnapshot newest() {
        return this.published.latest().orElseThrow(Refusal::notYet);
    }
}
