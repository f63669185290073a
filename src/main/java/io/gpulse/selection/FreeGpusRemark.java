package io.gpulse.selection;

import io.gpulse.device.Snapshot;
import io.gpulse.view.SnapshotRemark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The free GPUs in one sentence. */
final class FreeGpusRemark implements SnapshotRemark {

    private static final String PATH = "/api/v1/gpus/free";

    private final FreeGpus gpus;

    FreeGpusRemark(FreeGpus gpus) {
        this.gpus = gpus;
    }

    @Override
    public String of(Snapshot snapshot) {
        FreeGpusResponse found = this.gpus.choose(FreeQuery.USUAL, snapshot);
        List<FreeGpusResponse.Gpu> free = new ArrayList<>(found.chosen());
        free.addAll(found.alsoFree());
        if (free.isEmpty()) {
            return "Free: none; for the reasons see " + PATH + ".";
        }
        String indices = free.stream()
                .sorted(Comparator.comparing(FreeGpusResponse.Gpu::index))
                .map((gpu) -> Integer.toString(gpu.index()))
                .collect(Collectors.joining(", "));
        return (free.size() == 1 ? "Free: GPU " : "Free: GPUs ") + indices + " (idle for "
                + Math.round(found.windowSeconds().doubleValue()) + " s, not in use). See " + PATH;
    }
}
