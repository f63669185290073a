package io.gpulse.selection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.view.JsonNumbers;
import io.gpulse.view.SnapshotRemark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds free GPUs in a snapshot and the recent utilization. */
final class FreeGpus implements SnapshotRemark, FreeGpuFinder {

    private static final String PATH = "/api/v1/gpus/free";
    private static final double BYTES_PER_GIBIBYTE = 1024.0 * 1024 * 1024;

    /** Whole gibibytes, so that neighbours, which often have the best links, stay together. */
    private static final Comparator<GpuSample> BEST_FIRST =
            Comparator.comparingDouble(FreeGpus::freeGibibytes).reversed().thenComparing(GpuSample::index);

    private final RecentUtilization recent;
    private final Holds holds;

    FreeGpus(RecentUtilization recent, Holds holds) {
        this.recent = recent;
        this.holds = holds;
    }

    /** Selects the GPUs with the most free memory, and among equals by index. */
    FreeGpusResponse choose(FreeQuery query, Snapshot snapshot) {
        return choose(query, snapshot, this.holds.holders(false));
    }

    /** Selects GPUs for a request that waits without a hold: not those that another one was offered before. */
    FreeGpusResponse chooseOffer(FreeQuery query, Snapshot snapshot) {
        return choose(query, snapshot, this.holds.holders(true));
    }

    private FreeGpusResponse choose(FreeQuery query, Snapshot snapshot, Map<String, Hold.For> holders) {
        RecentUtilization.Peaks peaks = this.recent.over(query.window());
        GpuEligibility eligibility = new GpuEligibility(query, peaks, holders);
        List<GpuSample> free = new ArrayList<>();
        List<FreeGpusResponse.Rejected> rejected = new ArrayList<>();
        List<GpuAvailability> gpus = new ArrayList<>();
        for (GpuSample gpu : snapshot.gpus()) {
            List<Obstacle> obstacles = eligibility.against(gpu);
            gpus.add(GpuAvailability.of(gpu, obstacles, peaks.of(gpu).orElse(null), holders));
            if (obstacles.isEmpty()) {
                free.add(gpu);
            } else {
                rejected.add(FreeGpusResponse.Rejected.of(gpu, obstacles));
            }
        }
        MigProfile profile = query.mig();
        if (profile != null) {
            return new FreeInstances(profile, query, eligibility).choose(snapshot, gpus);
        }
        Number span = JsonNumbers.seconds(span(peaks, free, snapshot.gpus()));
        List<FreeGpu> best = free.stream().sorted(BEST_FIRST).map(FreeGpu::of).toList();
        return new FreeGpusResponse(query.count(), span, best, List.of(), rejected, gpus, null).limited();
    }

    /** Returns the free GPUs in one sentence. */
    @Override
    public String of(Snapshot snapshot) {
        FreeGpusResponse found = choose(FreeQuery.USUAL, snapshot);
        List<Integer> free = indexes(found);
        String held = found.gpus().stream()
                .flatMap((gpu) -> Stream.ofNullable(gpu.hold())
                        .map((holder) -> " GPU " + gpu.gpu().index() + " is " + holder.words() + "."))
                .collect(Collectors.joining());
        if (free.isEmpty()) {
            return "Free: none; for the reasons see " + PATH + "." + held;
        }
        String indices = free.stream().map((index) -> Integer.toString(index)).collect(Collectors.joining(", "));
        return (free.size() == 1 ? "Free: GPU " : "Free: GPUs ") + indices + " (idle for "
                + Math.round(found.windowSeconds().doubleValue()) + " s, not in use). See " + PATH
                + (held.isEmpty() ? "" : "." + held);
    }

    @Override
    public Map<Integer, String> holders(Snapshot snapshot) {
        Map<String, Hold.For> holders = this.holds.holders(false);
        Map<Integer, String> names = new HashMap<>();
        snapshot.gpus().forEach((gpu) -> {
            Hold.For holder = holders.get(FreeGpu.of(gpu).key());
            if (holder != null) {
                names.put(gpu.index(), holder.holder());
            }
        });
        return names;
    }

    @Override
    public Optional<List<Integer>> freeFor(Duration time, Snapshot snapshot) {
        // A hold that ends without use is not when a GPU has become free.
        FreeGpusResponse found = choose(FreeQuery.within(time), snapshot, Map.of());
        return found.windowSeconds().doubleValue() < time.toSeconds() ? Optional.empty() : Optional.of(indexes(found));
    }

    @Override
    public List<Integer> free(Snapshot snapshot) {
        return indexes(choose(FreeQuery.USUAL, snapshot));
    }

    private static List<Integer> indexes(FreeGpusResponse found) {
        return Stream.concat(found.chosen().stream(), found.alsoFree().stream())
                .map(FreeGpu::index)
                .sorted()
                .toList();
    }

    private static Duration span(RecentUtilization.Peaks peaks, List<GpuSample> free, List<GpuSample> all) {
        Comparator<Duration> order = Comparator.naturalOrder();
        Optional<Duration> span = free.isEmpty()
                ? spans(peaks, all).max(order)
                : spans(peaks, free).min(order);
        return span.orElse(Duration.ZERO);
    }

    private static Stream<Duration> spans(RecentUtilization.Peaks peaks, List<GpuSample> gpus) {
        return gpus.stream().flatMap((gpu) -> peaks.of(gpu).stream()).map(RecentUtilization.Peak::span);
    }

    private static double freeGibibytes(GpuSample gpu) {
        return Math.floor(gpu.readings().number(Metric.MEMORY_FREE).orElse(0) / BYTES_PER_GIBIBYTE);
    }
}
