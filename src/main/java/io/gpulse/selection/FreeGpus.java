package io.gpulse.selection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds free GPUs in a snapshot and the recent utilization. */
public final class FreeGpus {

    private static final double BYTES_PER_GIBIBYTE = 1024.0 * 1024 * 1024;

    /** Whole gibibytes, so that neighbours, which often have the best links, stay together. */
    private static final Comparator<GpuSample> BEST_FIRST =
            Comparator.comparingDouble(FreeGpus::freeGibibytes).reversed().thenComparing(GpuSample::index);

    private final RecentUtilization recent;

    public FreeGpus(RecentUtilization recent) {
        this.recent = recent;
    }

    /** Selects the GPUs with the most free memory, and among equals by index. */
    public Selection choose(Criteria criteria, Snapshot snapshot) {
        GpuEligibility eligibility = new GpuEligibility(criteria, this.recent);
        List<GpuSample> free = new ArrayList<>();
        List<Selection.Rejected> rejected = new ArrayList<>();
        for (GpuSample gpu : snapshot.gpus()) {
            List<String> reasons = eligibility.against(gpu);
            if (reasons.isEmpty()) {
                free.add(gpu);
            } else {
                rejected.add(new Selection.Rejected(gpu, reasons));
            }
        }
        free.sort(BEST_FIRST);
        int chosen = Math.min(criteria.count(), free.size());
        return new Selection(
                free.isEmpty() ? longest(criteria, snapshot.gpus()) : shortest(criteria, free),
                free.subList(0, chosen),
                free.subList(chosen, free.size()),
                rejected);
    }

    private Duration shortest(Criteria criteria, List<GpuSample> gpus) {
        return spans(criteria, gpus).min(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    private Duration longest(Criteria criteria, List<GpuSample> gpus) {
        return spans(criteria, gpus).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    private Stream<Duration> spans(Criteria criteria, List<GpuSample> gpus) {
        return gpus.stream()
                .map((gpu) -> this.recent.of(gpu, criteria.window()))
                .flatMap(Optional::stream)
                .map(UtilizationPeak::span);
    }

    private static double freeGibibytes(GpuSample gpu) {
        return Math.floor(gpu.readings().number(Metric.MEMORY_FREE).orElse(0) / BYTES_PER_GIBIBYTE);
    }
}
