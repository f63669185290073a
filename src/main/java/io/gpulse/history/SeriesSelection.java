package io.gpulse.history;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.StoredMetrics;
import io.gpulse.view.GpuNames;
import io.gpulse.web.ProblemException;
import io.gpulse.web.parameter.NameTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Resolves request parameters to a store query. */
public final class SeriesSelection {

    private static final String STORED =
            "the history has the changing numbers of GPUs, of MIG instances" + " and of the host.";
    private static final int MOST_SERIES = 256;
    private static final int MOST_BUCKETS = 200_000;
    private static final Set<Metric> USUAL =
            Set.of(Metric.UTILIZATION_GPU, Metric.MEMORY_USED, Metric.POWER_DRAW, Metric.TEMPERATURE_GPU);

    private static final Set<Metric> USUAL_OF_INSTANCES = Set.of(Metric.MIG_MEMORY_USED, Metric.MIG_ACTIVITY_SM);
    private static final Pattern PLACE = Pattern.compile("\\d{1,4}/\\d{1,4}");

    private SeriesSelection() {}

    /**
     * Returns the requested metrics.
     *
     * @param ofInstances whether MIG instances are requested, whose defaults are others
     * @throws ProblemException when a metric is not stored, or instances are requested and no metric is of them
     */
    static List<Metric> metrics(@Nullable String parameter, boolean ofInstances) {
        if (parameter == null) {
            return (ofInstances ? USUAL_OF_INSTANCES : USUAL).stream().sorted().toList();
        }
        List<String> names = NameTable.names("metrics", parameter, "the defaults");
        Set<Metric> found = NameTable.METRICS.findAll("metrics", names);
        found.stream()
                .filter((metric) -> !StoredMetrics.isStored(metric) && names.contains(metric.key()))
                .findFirst()
                .ifPresent((metric) -> {
                    throw ProblemException.badRequest("'" + metric.key() + "' is not stored: " + STORED);
                });
        List<Metric> stored =
                found.stream().filter(StoredMetrics::isStored).sorted().toList();
        if (stored.isEmpty()) {
            throw ProblemException.badRequest("No metric of metrics= is stored: " + STORED);
        }
        if (ofInstances && stored.stream().noneMatch((metric) -> metric.spec().scope() == Scope.MIG)) {
            throw ProblemException.badRequest("mig= applies to metrics of MIG instances (mig.*), and metrics= has none:"
                    + " power, clocks and temperature are those of the whole GPU. Omit mig=.");
        }
        return stored;
    }

    /** @throws ProblemException when there is no such GPU, now or in the store */
    public static Map<String, KnownGpu> gpus(
            @Nullable String parameter, List<KnownGpu> stored, @Nullable Snapshot latest) {
        Map<String, KnownGpu> found = new LinkedHashMap<>();
        if (parameter == null) {
            stored.forEach((gpu) -> found.put(gpu.uuid(), gpu));
            return found;
        }
        NameTable.names("gpus", parameter, "all GPUs").forEach((name) -> {
            KnownGpu gpu = gpu(name, stored, latest);
            found.put(gpu.uuid(), gpu);
        });
        return found;
    }

    private static KnownGpu gpu(String name, List<KnownGpu> stored, @Nullable Snapshot latest) {
        List<KnownGpu> matching = stored.stream()
                .filter((gpu) -> gpu.uuid().toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT)))
                .toList();
        if (matching.size() == 1) {
            return matching.get(0);
        }
        if (latest == null) {
            throw ProblemException.notYet();
        }
        GpuSample sample = GpuNames.find(name, latest);
        if (sample.identity() == null) {
            // A GPU without an identity is most likely the one that was last seen at its index.
            return stored.stream()
                    .filter((gpu) -> gpu.index() == sample.index())
                    .max(Comparator.comparing(KnownGpu::lastSeenAt))
                    .orElseThrow(() ->
                            ProblemException.notFound("GPU " + sample.index() + " has not reported its UUID yet."));
        }
        return KnownGpu.of(sample, latest);
    }

    /**
     * Returns the requested MIG instances of GPUs.
     *
     * @param parameter null for all
     * @param gpus the requested GPUs by UUID
     * @throws ProblemException when there is no such instance in the time span
     */
    static List<Subject> instances(@Nullable String parameter, List<Subject> stored, Map<String, KnownGpu> gpus) {
        List<Subject> all = gpus.keySet().stream()
                .flatMap((uuid) -> stored.stream().filter((instance) -> uuid.equals(instance.uuid())))
                .toList();
        if (parameter == null) {
            return all;
        }
        Set<Subject> found = new LinkedHashSet<>();
        NameTable.names("mig", parameter, "all instances").forEach((name) -> {
            List<Subject> named =
                    all.stream().filter((instance) -> isNamed(instance, name)).toList();
            if (named.isEmpty()) {
                throw ProblemException.notFound("There is no MIG instance '" + name + "' in this time span.");
            }
            found.addAll(named);
        });
        return List.copyOf(found);
    }

    private static boolean isNamed(Subject subject, String name) {
        Subject.Instance instance = Objects.requireNonNull(subject.instance());
        return PLACE.matcher(name).matches()
                ? name.equals(instance.gpuInstance() + "/" + instance.computeInstance())
                : instance.uuid().equalsIgnoreCase(name);
    }

    /** @throws ProblemException when there are too many series or values */
    static WindowQuery of(
            WindowQuery buckets, List<Metric> metrics, Map<String, KnownGpu> gpus, List<Subject> instances) {
        List<Subject> whole = gpus.keySet().stream().map(Subject::new).toList();
        List<SeriesKey> series = new ArrayList<>();
        for (Metric metric : metrics) {
            List<Subject> subjects = switch (metric.spec().scope()) {
                case HOST -> List.of(Subject.HOST);
                case MIG -> instances;
                default -> whole;
            };
            subjects.forEach((subject) -> series.add(new SeriesKey(subject, metric)));
        }
        if (series.size() > MOST_SERIES) {
            throw ProblemException.badRequest("Too many series (" + series.size() + ", limit " + MOST_SERIES
                    + "): name fewer metrics= or gpus=.");
        }
        if ((long) series.size() * buckets.buckets() > MOST_BUCKETS) {
            throw ProblemException.badRequest("Too many values (" + series.size() + " series of " + buckets.buckets()
                    + " buckets, limit " + MOST_BUCKETS + "): request fewer points=, metrics= or gpus=.");
        }
        return new WindowQuery(buckets.from(), buckets.to(), buckets.stepMillis(), buckets.tier(), series);
    }
}
