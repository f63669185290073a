package io.gpulse.history.sqlite;

import io.gpulse.history.Buckets;
import io.gpulse.history.Buckets.Spread;
import io.gpulse.history.StoredMetrics;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the rows of one subject into the buckets of its series, counters as rates per second. */
final class SeriesAggregator {

    /** What a counter gained while nobody looked for longer says nothing of any moment. */
    private static final long LONGEST_STEP_MILLIS = 180_000;

    private final Map<Metric, Buckets> series;
    private final List<Metric> columns;
    private final double[] previous;
    private final Map<Metric, SlowCounter> slow = new EnumMap<>(Metric.class);
    private long previousAt = Long.MIN_VALUE;
    private long rawFrom = Long.MIN_VALUE;
    private long rawTo = Long.MAX_VALUE;

    SeriesAggregator(Map<Metric, Buckets> series) {
        this.series = new LinkedHashMap<>(series);
        List<Metric> read = new ArrayList<>(this.series.keySet());
        this.series.keySet().forEach((metric) -> {
            StoredMetrics.leastOf(metric).ifPresent(read::add);
            StoredMetrics.mostOf(metric).ifPresent(read::add);
        });
        this.columns = read.stream().distinct().toList();
        this.previous = new double[this.columns.size()];
        this.series.forEach((metric, buckets) -> {
            if (SlowCounter.isSlow(metric)) {
                this.slow.put(metric, new SlowCounter((at, rate) -> add(buckets, at, new Spread(rate, rate, rate))));
            }
        });
    }

    /** For how long before and after a window rows are needed, in ms. */
    long reach() {
        return this.slow.isEmpty() ? 0 : SlowCounter.REACH_MILLIS;
    }

    /** What it needs to read. */
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

    private void follow(SampleRow row) {
        System.arraycopy(row.avg(), 0, this.previous, 0, this.previous.length);
        this.previousAt = row.at();
    }

    /** Sets the time whose samples count: those before and after it serve for the rates of counters. */
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
        double seconds = (row.at() - this.previousAt) / 1000.0;
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
                // A counter that has become less was set to 0 meanwhile.
                double rate = follows && value >= this.previous[column]
                        ? (value - this.previous[column]) / seconds
                        : Double.NaN;
                add(one.getValue(), row.at(), new Spread(rate, rate, rate));
            } else {
                Spread spread = new Spread(least(one.getKey(), row, value), value, most(one.getKey(), row, value));
                add(one.getValue(), row.at(), spread);
            }
            column++;
        }
        follow(row);
    }

    private double least(Metric metric, SampleRow row, double value) {
        double least = StoredMetrics.leastOf(metric)
                .map((extreme) -> row.avg()[this.columns.indexOf(extreme)])
                .orElse(value);
        return least < value ? least : value;
    }

    private double most(Metric metric, SampleRow row, double value) {
        double most = StoredMetrics.mostOf(metric)
                .map((extreme) -> row.avg()[this.columns.indexOf(extreme)])
                .orElse(value);
        return most > value ? most : value;
    }
}
