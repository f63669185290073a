package io.gpulse.smi;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A GPU in the documents of a session. */
final class SmiGpu implements Gpu {

    private final SmiSession session;
    private final int index;
    private final GpuIdentity identity;
    private final SmiInstances instances;
    private DocumentFeed.@Nullable Received read;
    private GpuReadings readings = GpuReadings.NONE;

    SmiGpu(SmiSession session, int index, GpuIdentity identity, SmiInstances instances) {
        this.session = session;
        this.index = index;
        this.identity = identity;
        this.instances = instances;
    }

    @Override
    public GpuIdentity identity() {
        return this.identity;
    }

    @Override
    public @Nullable Instant sampledAt() {
        return this.read == null ? null : this.read.at();
    }

    @Override
    public GpuReadResult read(Set<Cadence> due) {
        DocumentFeed.Received newest;
        try {
            newest = this.session.newest();
        } catch (GpuRefusedException refusal) {
            return refusal.result();
        }
        GpuElement gpu = newest.document().gpus().get(this.index);
        if (gpu.isLost()) {
            return GpuReadResult.failed(Verdict.LOST, gpu.lost().orElseThrow());
        }
        if (gpu.requiresReset()) {
            return GpuReadResult.failed(Verdict.RESET_REQUIRED, "nvidia-smi prints: GPU requires reset.");
        }
        if (this.read == null || this.read.number() != newest.number()) {
            this.readings = SmiReadings.of(gpu, this.instances, this.session.listsProcesses());
            this.read = newest;
        }
        GpuReadings rows = due(due);
        return newest.stale() == null ? GpuReadResult.fine(rows) : GpuReadResult.outdated(rows, newest.stale());
    }

    /** Returns the rows of these cadences, whose time is that of the document. */
    private GpuReadings due(Set<Cadence> due) {
        Map<Metric, Reading> rows = new EnumMap<>(Metric.class);
        this.readings.own().forEach((metric, reading) -> {
            if (due.contains(metric.spec().cadence())) {
                rows.put(metric, reading);
            }
        });
        return this.readings.with(Readings.of(rows));
    }
}
