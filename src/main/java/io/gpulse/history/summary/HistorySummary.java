package io.gpulse.history.summary;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.sqlite.AccountingStore.OccupancySums;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.summary.HistorySummaryResponse.GpuSummaryResponse;
import io.gpulse.history.summary.HistorySummaryResponse.SecondsResponse;
import io.gpulse.history.summary.HistorySummaryResponse.TotalResponse;
import io.gpulse.history.summary.SpanQuery.Span;
import io.gpulse.metric.Metric;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sums up a span of time. */
final class HistorySummary {

    static final long MINUTE = 60_000;

    /** The last seconds are not stored yet. */
    private static final long NEWEST = 30_000;

    private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;
    private static final double PERCENTILE = 0.95;

    /** Maximum number of means that are held at once: 8 MB. */
    private static final long MOST_MEANS = 1 << 20;

    private static final List<Metric> PERCENTILES = List.of(
            Metric.UTILIZATION_GPU,
            Metric.UTILIZATION_MEMORY,
            Metric.ACTIVITY_SM,
            Metric.MEMORY_USED,
            Metric.TEMPERATURE_GPU,
            Metric.POWER_DRAW);

    private final Span span;
    private final Map<String, OccupancySums> sums = new HashMap<>();
    private final Map<String, Map<Metric, Double>> percentiles = new HashMap<>();
    private final Map<String, Long> countedUntil = new HashMap<>();

    HistorySummary(HistoryStore store, Span span) {
        this.span = span;
        readPercentiles(store);
        store.accounting().occupancy(span.from(), span.to()).forEach((of) -> this.sums.put(of.uuid(), of));
        for (GpuAccount account : store.accounting().accounts()) {
            this.countedUntil.put(account.uuid(), account.at());
        }
    }

    HistorySummaryResponse of(Collection<KnownGpu> gpus, boolean simulated) {
        List<GpuSummaryResponse> each = gpus.stream().map(this::gpu).toList();
        return new HistorySummaryResponse(this.span.begin(), this.span.end(), simulated, each, total(each));
    }

    private GpuSummaryResponse gpu(KnownGpu gpu) {
        OccupancySums known = this.sums.getOrDefault(gpu.uuid(), new OccupancySums(gpu.uuid(), new Sums(), Map.of()));
        double missing = Math.max(0, passed(gpu) - known.sums().seconds());
        return new GpuSummaryResponse(
                gpu.uuid(),
                gpu.index(),
                gpu.name(),
                percentiles(gpu),
                kilowattHours(known.sums().joules()),
                new SecondsResponse(
                        rounded(known.sums().seconds(Occupancy.ACTIVE)),
                        rounded(known.sums().seconds(Occupancy.HELD_IDLE)),
                        rounded(known.sums().seconds(Occupancy.FREE)),
                        rounded(known.sums().seconds(Occupancy.UNKNOWN) + missing)),
                reasons(known.reasons()),
                rounded(missing));
    }

    private double passed(KnownGpu gpu) {
        long now = this.span.now();
        long until = this.countedUntil.getOrDefault(gpu.uuid(), now);
        long end = until <= now && now - until < NEWEST ? until : now;
        return Math.max(0, Math.min(this.span.to(), end) - this.span.from()) / 1000.0;
    }

    private static Map<String, Double> reasons(Map<Metric, Double> seconds) {
        Map<String, Double> named = new TreeMap<>();
        seconds.forEach((reason, length) -> {
            if (length > 0) {
                named.put(reason.key().substring(reason.key().lastIndexOf('.') + 1), rounded(length));
            }
        });
        return named;
    }

    private Map<String, Double> percentiles(KnownGpu gpu) {
        Map<Metric, Double> known = this.percentiles.getOrDefault(gpu.uuid(), Map.of());
        Map<String, Double> percentiles = new LinkedHashMap<>();
        for (Metric metric : PERCENTILES) {
            Double percentile = known.get(metric);
            if (percentile != null) {
                percentiles.put(metric.key(), rounded(percentile));
            }
        }
        return percentiles;
    }

    /** Reads the minutes several times when they are of so many GPUs and days that the means would take too much. */
    private void readPercentiles(HistoryStore store) {
        long minutes = store.minutes(this.span.from(), this.span.to());
        long ofMetric = Minutes.held(PERCENTILE, minutes) * store.gpus().size();
        int atOnce = (int) Math.max(1, Math.min(PERCENTILES.size(), MOST_MEANS / Math.max(1, ofMetric)));
        for (int first = 0; first < PERCENTILES.size(); first += atOnce) {
            List<Metric> metrics = PERCENTILES.subList(first, Math.min(PERCENTILES.size(), first + atOnce));
            readPercentiles(store, metrics, minutes);
        }
    }

    private void readPercentiles(HistoryStore store, List<Metric> metrics, long minutes) {
        Map<String, List<Minutes>> means = new HashMap<>();
        store.minuteMeans(this.span.from(), this.span.to(), metrics, (uuid, row) -> {
            List<Minutes> ofGpu = means.computeIfAbsent(
                    uuid,
                    (first) -> Stream.generate(() -> new Minutes(PERCENTILE, minutes))
                            .limit(metrics.size())
                            .toList());
            for (int i = 0; i < row.length; i++) {
                ofGpu.get(i).add(row[i]);
            }
        });
        means.forEach((uuid, ofGpu) -> {
            for (int i = 0; i < metrics.size(); i++) {
                double percentile = ofGpu.get(i).percentile();
                if (!Double.isNaN(percentile)) {
                    this.percentiles
                            .computeIfAbsent(uuid, (first) -> new EnumMap<>(Metric.class))
                            .put(metrics.get(i), percentile);
                }
            }
        });
    }

    private static TotalResponse total(List<GpuSummaryResponse> each) {
        Map<String, Double> reasons = new TreeMap<>();
        each.forEach((gpu) -> gpu.clocksEventSeconds()
                .forEach((reason, length) -> reasons.merge(reason, length, (left, right) -> rounded(left + right))));
        List<Double> energies = each.stream()
                .map(GpuSummaryResponse::energyKilowattHours)
                .filter(Objects::nonNull)
                .toList();
        return new TotalResponse(
                energies.isEmpty()
                        ? null
                        : millionths(energies.stream()
                                .mapToDouble(Double::doubleValue)
                                .sum()),
                new SecondsResponse(
                        sum(each, (gpu) -> gpu.seconds().active()),
                        sum(each, (gpu) -> gpu.seconds().heldIdle()),
                        sum(each, (gpu) -> gpu.seconds().free()),
                        sum(each, (gpu) -> gpu.seconds().unknown())),
                reasons,
                sum(each, GpuSummaryResponse::missingSeconds));
    }

    private static double sum(List<GpuSummaryResponse> each, ToDoubleFunction<GpuSummaryResponse> seconds) {
        return rounded(each.stream().mapToDouble(seconds).sum());
    }

    /** Null when it is not known: a GPU always takes something. */
    static @Nullable Double kilowattHours(double joules) {
        return joules > 0 ? millionths(joules / JOULES_PER_KILOWATT_HOUR) : null;
    }

    private static double millionths(double value) {
        return Math.rint(value * 1e6) / 1e6;
    }

    static double rounded(double value) {
        return Math.rint(value * 1000) / 1000;
    }
}
