package io.gpulse.view;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.web.ProblemException;
import io.gpulse.web.gzip.GzipStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** The latest round, for single requests. */
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
     * Returns whether its figures are of an earlier time: no round follows it, or its source gives no new figures.
     *
     * @throws ProblemException before the first round
     */
    public boolean isStale() {
        List<GpuSample> gpus = snapshot().gpus();
        return newest().isStale()
                || (!gpus.isEmpty() && gpus.stream().allMatch((gpu) -> gpu.state() == GpuState.STALE));
    }

    /**
     * Resolves the view of a request, by default the full one.
     *
     * @throws ProblemException before the first round, and for unknown GPUs and metrics
     */
    public View view(ViewQuery query) {
        return query.resolve(View.Detail.FULL, Optional.of(snapshot()));
    }

    /** Returns the stream's bytes for a plain view, and encodes a filtered one, which the ring does not keep. */
    public ByteBuffer json(View view) {
        PublishedSnapshot newest = newest();
        if (!view.isFiltered()) {
            return newest.encoded(view).json();
        }
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        this.encoder.encode(newest.snapshot(), view, newest.isStale(), json);
        return ByteBuffer.wrap(json.toByteArray());
    }

    /**
     * Returns the stream's compressed bytes as a gzip file; empty for a filtered view and for one with command lines.
     */
    public Optional<ByteBuffer> gzip(View view) {
        return view.isFiltered() || view.commands()
                ? Optional.empty()
                : Optional.of(GzipStream.of(newest().encoded(view).compressedJson()));
    }

    /** @throws ProblemException before the first round */
    public PublishedSnapshot newest() {
        return this.published.latest().orElseThrow(ProblemException::notYet);
    }
}
