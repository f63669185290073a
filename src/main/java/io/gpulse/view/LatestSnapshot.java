package io.gpulse.view;

import io.gpulse.device.Snapshot;
import io.gpulse.web.Refusal;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;

/** The newest round, for those who ask once. */
public final class LatestSnapshot {

    private final PublishedSnapshots published;
    private final SnapshotEncoder encoder;

    public LatestSnapshot(PublishedSnapshots published, SnapshotEncoder encoder) {
        this.published = published;
        this.encoder = encoder;
    }

    /** @throws Refusal before the first round */
    public Snapshot snapshot() {
        return newest().snapshot();
    }

    /**
     * The plain views share the stream's bytes; a filter is encoded for this request, so that it fills no ring.
     *
     * @param visibility leaves out what whoever asks may not see
     */
    public ByteBuffer json(ViewQuery query, UnaryOperator<View> visibility) {
        PublishedSnapshot newest = newest();
        View view = visibility.apply(
                query.resolve(View.Detail.FULL, this.published.latest().map(PublishedSnapshot::snapshot)));
        if (!view.isFiltered()) {
            return newest.encoded(view).json();
        }
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        this.encoder.encode(newest.snapshot(), view, json);
        return ByteBuffer.wrap(json.toByteArray());
    }

    private PublishedSnapshot newest() {
        return this.published.latest().orElseThrow(Refusal::notYet);
    }
}
