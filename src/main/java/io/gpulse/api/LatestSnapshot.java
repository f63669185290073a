package io.gpulse.api;

import io.gpulse.device.Snapshot;
import io.gpulse.web.Refusal;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;

/** The newest round, for those who ask once. */
final class LatestSnapshot {

    private final SnapshotStream stream;
    private final SnapshotEncoder encoder;

    LatestSnapshot(SnapshotStream stream, SnapshotEncoder encoder) {
        this.stream = stream;
        this.encoder = encoder;
    }

    /** @throws Refusal before the first round */
    Snapshot snapshot() {
        return round().snapshot();
    }

    /**
     * The plain views share the stream's bytes; a filter is encoded for this request, so that it fills no ring.
     *
     * @param discretion leaves out what whoever asks may not see
     */
    ByteBuffer json(ViewQuery query, UnaryOperator<View> discretion) {
        Round round = round();
        View view = discretion.apply(
                query.resolve(View.Detail.FULL, this.stream.latest().map(Round::snapshot)));
        if (!view.isFiltered()) {
            return round.frame(view).json();
        }
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        this.encoder.encode(round.snapshot(), view, json);
        return ByteBuffer.wrap(json.toByteArray());
    }

    private Round round() {
        return this.stream.latest().orElseThrow(Refusal::notYet);
    }
}
