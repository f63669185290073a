package io.gpulse.history.sqlite;

import io.gpulse.device.Counter;
import io.gpulse.history.Buckets;
import io.gpulse.history.Buckets.Spread;
import io.gpulse.metric.Metric;
import io.gpulse.metric.PowerLimits;
import io.gpulse.rounds.EnergyCounter;
import io.gpulse.rounds.StoredMetrics;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Aggregates the rows of one subject into the buckets of its series; counters become rates per second. */
final class SeriesAggregator {

    /** The growth of a counter over a longer time without samples is not a rate of any moment. */
    private static final long LONGEST_STEP_MILLIS = 180_000;

    private final Map<Metric, Buckets> series;
    private final List<Metric> columns;
    private final Map<Metric, Counter> counters = new EnumMap<>(Metric.class);
    private final EnergyCounter energy = new EnergyCounter();
    private final Map<Metric, SlowCounter> slow = new EnumMap<>(Metric.class);
    private long previousAt = Long.MIN_VALUE;
    private long rawFrom = Long.MIN_VALUE;
    private long rawTo = Long.MAX_VALUE;

    SeriesAggregator(Map<Metric, Buckets> series) {
        this.series = new LinkedHashMap<>(series);
        List<@Nullable Metric> read = new ArrayList<>(this.series.keySet());
        this.series.keySet().forEach((metric) -> {
            read.add(StoredMetrics.minimumOf(metric));
            read.add(StoredMetrics.maximumOf(metric));
        });
        if (this.series.containsKey(Metric.ENERGY_TOTAL)) {
            read.addAll(PowerLimits.rows());
        }
        this.columns = read.stream().filter(Objects::nonNull).distinct().toList();
        this.series.forEach((metric, buckets) -> {
            if (SlowCounter.isSlow(metric)) {
                this.slow.put(metric, new SlowCounter((at, rate) -> add(buckets, at, new Spread(rate, rate, rate))));
            }
        });
    }

    /** Returns the time before and after a time span from which rows are needed, in ms. */
    long reach() {
        return this.slow.isEmpty() ? 0 : SlowCounter.REACH_MILLIS;
    }

    /** Returns the metrics to read. */
    List<Metric> columns() {
        return this.columns;
    }

    void addRolled(SampleRow row) {
        int column = 0;
        for (Buckets buckets : this.series.values()) {
            Spread spread = new Spread(row.min()[column], row.avg()[column], row.max()[column]);
            buckets.add(row.at(), spread, row.samples());
            column++;
        }
    }

    /** Sets the time span of the result; samples before and after it only serve for rates. */
    void rawBetween(long from, long to) {
        this.rawFrom = from;
        this.rawTo = to;
    }

    private void add(Buckets buckets, long at, Spread spread) {
        if (at >= this.rawFrom && at < this.rawTo) {
            buckets.add(at, spread, 1);
        }
    }

    void addRaw(SampleRow row) {
        boolean follows = this.previousAt != Long.MIN_VALUE
                && row.at() > this.previousAt
                && row.at() - this.previousAt <= LONGEST_STEP_MILLIS;
        int column = 0;
        for (Map.Entry<Metric, Buckets> one : this.series.entrySet()) {
            double value = row.avg()[column];
            SlowCounter counter = this.slow.get(one.getKey());
            if (counter != null) {
                counter.add(row.at(), value, follows);
            } else if (StoredMetrics.isRate(one.getKey())) {
                double rate = rate(one.getKey(), row, value);
                add(one.getValue(), row.at(), new Spread(rate, rate, rate));
            } else {
                double min = other(StoredMetrics.minimumOf(one.getKey()), row);
                double max = other(StoredMetrics.maximumOf(one.getKey()), row);
                Spread spread = new Spread(min < value ? min : value, value, max > value ? max : value);
                add(one.getValue(), row.at(), spread);
            }
            column++;
        }
        this.previousAt = row.at();
    }

    /** Returns the rate of a counter since its last sample; NaN if that is unknown, impossible or was long ago. */
    private double rate(Metric metric, SampleRow row, double value) {
        long at = TimeUnit.MILLISECONDS.toNanos(row.at());
        Counter.Gain gain = metric == Metric.ENERGY_TOTAL
                ? this.energy.add(value, at, PowerLimits.mostWatts((limit) -> other(limit, row)))
                : this.counters
                        .computeIfAbsent(metric, (first) -> new Counter())
                        .add(value, at);
        return gain.seconds() * 1000 <= LONGEST_STEP_MILLIS ? gain.perSecond() : Double.NaN;
    }

    /** Returns the value of another row of the catalogue; NaN when there is none. */
    private double other(@Nullable Metric metric, SampleRow row) {
        return metric == null ? Double.NaN : row.avg()[this.columns.indexOf(metric)];
    }
}
