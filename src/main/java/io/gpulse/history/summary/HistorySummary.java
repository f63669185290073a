package io.gpulse.history.summary;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.Tier;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.MinuteAccount;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.sqlite.AccountingStore.OccupancySums;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.summary.HistorySummaryResponse.GpuSummaryResponse;
import io.gpulse.history.summary.HistorySummaryResponse.SecondsResponse;
import io.gpulse.history.summary.HistorySummaryResponse.TotalResponse;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Summarizes a time span. */
public final class HistorySummary {

    static final long MINUTE = 60_000;

    private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;

    /** Maximum number of means in memory: 14 MB. */
    private static final long MOST_MEANS = 1 << 19;

    private static final List<Metric> PERCENTILES = List.of(
            Metric.UTILIZATION_GPU,
            Metric.UTILIZATION_MEMORY,
            Metric.ACTIVITY_SM,
            Metric.MEMORY_USED,
            Metric.TEMPERATURE_GPU,
            Metric.POWER_DRAW);

    private final TimeRange span;
    private final long now;
    private final Map<String, OccupancySums> sums = new HashMap<>();
    private final Map<String, Map<String, Double>> percentiles = new HashMap<>();
    private final Map<String, Long> knownUntil = new HashMap<>();

    /**
     * Reads the sums of a time span.
     *
     * @param now in epoch ms; the time span may end later
     * @param every time between rounds
     */
    HistorySummary(HistoryStore store, TimeRange span, long now, Duration every) {
        this.span = span;
        this.now = now;
        store.accounting()
                .occupancy(span.fromMillis(), span.toMillis())
                .forEach((sums) -> this.sums.put(sums.uuid(), sums));
        for (GpuAccount account : store.accounting().accounts()) {
            this.knownUntil.put(account.uuid(), account.knownUntil(now, every));
        }
    }

    /** Reads the percentiles, too. */
    HistorySummary withPercentiles(HistoryStore store) {
        readPercentiles(store);
        return this;
    }

    HistorySummaryResponse of(Collection<KnownGpu> gpus, boolean simulated) {
        List<GpuSummaryResponse> each = gpus.stream().map(this::gpu).toList();
        return new HistorySummaryResponse(this.span.from(), this.span.to(), simulated, each, total(each));
    }

    private GpuSummaryResponse gpu(KnownGpu gpu) {
        OccupancySums known = this.sums.getOrDefault(gpu.uuid(), OccupancySums.none(gpu.uuid()));
        double missing = Math.max(0, passed(gpu) - known.sums().seconds());
        return new GpuSummaryResponse(
                gpu.uuid(),
                gpu.index(),
                gpu.name(),
                this.percentiles.getOrDefault(gpu.uuid(), Map.of()),
                kilowattHours(known.sums().joules()),
                new SecondsResponse(
                        rounded(known.sums().seconds(Occupancy.ACTIVE)),
                        rounded(known.sums().seconds(Occupancy.HELD_IDLE)),
                        rounded(known.sums().seconds(Occupancy.FREE)),
                        reserved(known.sums().seconds(Occupancy.RESERVED)),
                        rounded(known.sums().seconds(Occupancy.UNKNOWN) + missing)),
                reasons(known.reasons()),
                rounded(missing + known.unsampled()));
    }

    private double passed(KnownGpu gpu) {
        long end = this.knownUntil.getOrDefault(gpu.uuid(), this.now);
        return Math.max(0, Math.min(this.span.toMillis(), end) - this.span.fromMillis()) / 1000.0;
    }

    private static Map<String, Double> reasons(Map<Metric, Double> seconds) {
        Map<String, Double> named = new TreeMap<>();
        seconds.forEach((reason, length) -> {
            if (length > 0) {
                named.put(MinuteAccount.nameOf(reason), rounded(length));
            }
        });
        return named;
    }

    /** Reads the minutes several times if the means of all metrics would exceed the limit of memory. */
    private void readPercentiles(HistoryStore store) {
        long minutes = this.span.length().toMinutes();
        long ofMetric = (long) Minutes.held(minutes) * store.gpus().size();
        int atOnce = (int) Math.max(1, Math.min(PERCENTILES.size(), MOST_MEANS / Math.max(1, ofMetric)));
        for (int first = 0; first < PERCENTILES.size(); first += atOnce) {
            List<Metric> metrics = PERCENTILES.subList(first, Math.min(PERCENTILES.size(), first + atOnce));
            readPercentiles(store, metrics, minutes);
        }
    }

    private void readPercentiles(HistoryStore store, List<Metric> metrics, long minutes) {
        Map<String, List<Minutes>> means = new HashMap<>();
        store.means(Tier.MINUTE, this.span, metrics, (uuid, at, row) -> {
            List<Minutes> ofGpu = means.computeIfAbsent(
                    uuid,
                    (first) -> Stream.generate(() -> new Minutes(minutes))
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
                            .computeIfAbsent(uuid, (first) -> new LinkedHashMap<>())
                            .put(metrics.get(i).key(), rounded(percentile));
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
                        reserved(sum(
                                each,
                                (gpu) ->
                                        Objects.requireNonNullElse(gpu.seconds().reserved(), 0.0))),
                        sum(each, (gpu) -> gpu.seconds().unknown())),
                reasons,
                sum(each, GpuSummaryResponse::missingSeconds));
    }

    private static @Nullable Double reserved(double seconds) {
        return seconds > 0 ? (Double) rounded(seconds) : null;
    }

    private static double sum(List<GpuSummaryResponse> each, ToDoubleFunction<GpuSummaryResponse> seconds) {
        return rounded(each.stream().mapToDouble(seconds).sum());
    }

    /** Returns the energy; null when unknown, since a GPU always uses some. */
    public static @Nullable Double kilowattHours(double joules) {
        return joules > 0 ? millionths(joules / JOULES_PER_KILOWATT_HOUR) : null;
    }

    static double millionths(double value) {
        return Math.rint(value * 1e6) / 1e6;
    }

    static double rounded(double value) {
        return Math.rint(value * 1000) / 1000;
    }
}
