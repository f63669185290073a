package io.gpulse.view;

import io.gpulse.device.Snapshot;
import io.gpulse.web.ProblemException;
import io.gpulse.web.gzip.GzipStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The newest round, for those who ask once. */
public final class LatestSnapshot {

    private final PublishedSnapshots published;
    private final SnapshotEncoder encoder;

    public LatestSnapshot(PublishedSnapshots published, SnapshotEncoder encoder) {
        this.published = published;
        this.encoder = encoder;
    }

    /** @throws ProblemException before the first round */
    public Snapshot snapshot() {
        return newest().snapshot();
    }

    /**
     * The view that is asked for, of everything unless said otherwise.
     *
     * @throws ProblemException before the first round, or when it asks for what does not exist
     */
    public View view(ViewQuery query) {
        return query.resolve(View.Detail.FULL, Optional.of(snapshot()));
    }

    /** The plain views share the stream's bytes; a filter is encoded for this request, so that it fills no ring. */
    public ByteBuffer json(View view) {
        PublishedSnapshot newest = newest();
        if (!view.isFiltered()) {
            return newest.encoded(view).json();
        }
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        (newest.isStale() ? this.encoder.stale() : this.encoder).encode(newest.snapshot(), view, json);
        return ByteBuffer.wrap(json.toByteArray());
    }

    /**
     * The stream's compressed bytes as a gzip file; empty for a view of which there are none, as of a filter, and of
     * one with command lines.
     */
    public Optional<ByteBuffer> gzip(View view) {
        return view.isFiltered() || view.commands()
                ? Optional.empty()
                : Optional.of(GzipStream.of(newest().encoded(view).compressedJson()));
    }

    private PublishedSnapshot newest() {
        return this.published.latest().orElseThrow(ProblemException::notYet);
    }
}
