package io.gpulse.history;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.view.GpuNames;
import io.gpulse.view.MetricNames;
import io.gpulse.view.NameList;
import io.gpulse.web.ProblemException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes out of what a request asks what a store is asked. */
public final class SeriesSelection {

    private static final int MOST_SERIES = 256;
    private static final int MOST_BUCKETS = 200_000;
    private static final Set<Metric> USUAL =
            Set.of(Metric.UTILIZATION_GPU, Metric.MEMORY_USED, Metric.POWER_DRAW, Metric.TEMPERATURE_GPU);

    private SeriesSelection() {}

    /** @throws ProblemException when one is not stored */
    static List<Metric> metrics(@Nullable String asked) {
        if (asked == null) {
            return USUAL.stream().sorted().toList();
        }
        List<String> names = NameList.of("metrics", asked);
        if (names.isEmpty()) {
            throw ProblemException.badRequest("metrics= names nothing; leave it out to get the usual ones.");
        }
        Set<Metric> found = MetricNames.findAll(names);
        found.stream()
                .filter((metric) -> !StoredMetrics.isStored(metric) && names.contains(metric.key()))
                .findFirst()
                .ifPresent((metric) -> {
                    throw ProblemException.badRequest("'" + metric.key()
                            + "' is not stored: history has the numbers of GPUs and" + " of the machine that change.");
                });
        List<Metric> stored =
                found.stream().filter(StoredMetrics::isStored).sorted().toList();
        if (stored.isEmpty()) {
            throw ProblemException.badRequest(
                    "Nothing of metrics= is stored: history has the numbers of GPUs and of the machine"
                            + " that change.");
        }
        return stored;
    }

    /** @throws ProblemException when there is no such GPU, now or in the store */
    public static Map<String, KnownGpu> gpus(@Nullable String asked, List<KnownGpu> stored, @Nullable Snapshot latest) {
        Map<String, KnownGpu> found = new LinkedHashMap<>();
        if (asked == null) {
            stored.forEach((gpu) -> found.put(gpu.uuid(), gpu));
            return found;
        }
        List<String> names = NameList.of("gpus", asked);
        if (names.isEmpty()) {
            throw ProblemException.badRequest("gpus= names nothing; leave it out to get all.");
        }
        names.forEach((name) -> {
            KnownGpu gpu = gpu(name, stored, latest);
            found.put(gpu.uuid(), gpu);
        });
        return found;
    }

    private static KnownGpu gpu(String name, List<KnownGpu> stored, @Nullable Snapshot latest) {
        List<KnownGpu> begun = stored.stream()
                .filter((gpu) -> gpu.uuid().toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT)))
                .toList();
        if (begun.size() == 1) {
            return begun.get(0);
        }
        if (latest == null) {
            throw ProblemException.notYet();
        }
        GpuSample sample = GpuNames.find(name, latest);
        GpuIdentity identity = sample.identity();
        if (identity == null) {
            // Who was there last most likely is it: a GPU that does not answer cannot say.
            return stored.stream()
                    .filter((gpu) -> gpu.index() == sample.index())
                    .max(Comparator.comparing(KnownGpu::lastSeenAt))
                    .orElseThrow(
                            () -> ProblemException.notFound("GPU " + sample.index() + " has not told who it is yet."));
        }
        return new KnownGpu(identity.uuid(), sample.index(), identity.name(), latest.takenAt());
    }

    /** @throws ProblemException when they are too many */
    static WindowQuery of(WindowQuery buckets, List<Metric> metrics, Map<String, KnownGpu> gpus) {
        List<SeriesKey> series = new ArrayList<>();
        for (Metric metric : metrics) {
            if (metric.spec().scope() == Scope.HOST) {
                series.add(new SeriesKey(Subject.HOST, metric));
            } else {
                gpus.keySet().forEach((uuid) -> series.add(new SeriesKey(new Subject(uuid), metric)));
            }
        }
        if (series.size() > MOST_SERIES) {
            throw ProblemException.badRequest("These are " + series.size() + " series; one request is answered "
                    + MOST_SERIES + " at most. Name fewer metrics= or gpus=.");
        }
        if ((long) series.size() * buckets.buckets() > MOST_BUCKETS) {
            throw ProblemException.badRequest(
                    series.size() + " series of " + buckets.buckets() + " buckets are more than the " + MOST_BUCKETS
                            + " values that one request is answered; ask for fewer points=, metrics= or gpus=.");
        }
        return new WindowQuery(buckets.from(), buckets.to(), buckets.stepMillis(), buckets.tier(), series);
    }
}
