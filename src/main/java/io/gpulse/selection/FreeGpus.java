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

/** Says which GPUs are free, from a snapshot and what was seen before it. */
public final class FreeGpus {

    private static final double BYTES_PER_GIBIBYTE = 1024.0 * 1024 * 1024;

    // Whole gibibytes: a few bytes more or less must not tear neighbours apart, which are often linked best.
    private static final Comparator<GpuSample> BEST_FIRST =
            Comparator.comparingDouble(FreeGpus::freeGibibytes).reversed().thenComparing(GpuSample::index);

    private final RecentUtilization use;

    public FreeGpus(RecentUtilization use) {
        this.use = use;
    }

    /** Those with most free memory first, and among equals by index. */
    public Selection choose(Criteria wanted, Snapshot snapshot) {
        GpuEligibility eligibility = new GpuEligibility(wanted, this.use);
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
        int chosen = Math.min(wanted.count(), free.size());
        return new Selection(
                free.isEmpty() ? longest(wanted, snapshot.gpus()) : shortest(wanted, free),
                free.subList(0, chosen),
                free.subList(chosen, free.size()),
                rejected);
    }

    private Duration shortest(Criteria wanted, List<GpuSample> gpus) {
        return spans(wanted, gpus).min(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    private Duration longest(Criteria wanted, List<GpuSample> gpus) {
        return spans(wanted, gpus).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    private Stream<Duration> spans(Criteria wanted, List<GpuSample> gpus) {
        return gpus.stream()
                .map((gpu) -> this.use.of(gpu, wanted.window()))
                .flatMap(Optional::stream)
                .map(UtilizationPeak::span);
    }

    private static double freeGibibytes(GpuSample gpu) {
        return Math.floor(gpu.readings().number(Metric.MEMORY_FREE).orElse(0) / BYTES_PER_GIBIBYTE);
    }
}
