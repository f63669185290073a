package io.gpulse.history.sqlite;

import io.gpulse.history.Buckets;
import io.gpulse.history.QueryResult;
import io.gpulse.history.SeriesKey;
import io.gpulse.history.StoredMetrics;
import io.gpulse.history.Subject;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The selected columns of a row of a {@link SampleTable}.
 *
 * @param gpu number of the GPU in the file; 0 for the host
 * @param at time of the sample, or begin of the minute or hour, in epoch ms
 * @param samples number of samples that the row aggregates
 * @param avg by metric; NaN where absent
 */
@SuppressWarnings("ArrayRecordComponent")
record SampleRow(long gpu, long at, int samples, double[] min, double[] avg, double[] max) {

    /** Creates the row of a single sample. */
    static SampleRow of(long gpu, long at, double[] values) {
        return new SampleRow(gpu, at, 1, values, values, values);
    }

    /** Returns the metrics with a value in any of the rows. */
    static Set<Metric> present(Scope scope, List<SampleRow> rows) {
        Set<Metric> present = EnumSet.noneOf(Metric.class);
        List<Metric> stored = StoredMetrics.of(scope).all();
        for (SampleRow row : rows) {
            for (int place = 0; place < row.avg().length; place++) {
                if (!Double.isNaN(row.avg()[place])) {
                    present.add(stored.get(place));
                }
            }
        }
        return present;
    }

    /** Creates a row from a result with a single bucket; empty when the bucket has no value. */
    static Optional<SampleRow> rolled(QueryResult result, Subject subject, long gpu) {
        StoredMetrics stored = StoredMetrics.of(subject.scope());
        SampleRow row = new SampleRow(gpu, result.query().from(), 0, absent(stored), absent(stored), absent(stored));
        double samples = 0;
        for (Metric metric : stored.all()) {
            Buckets buckets = result.series().get(new SeriesKey(subject, metric));
            if (buckets != null && !buckets.isEmpty(0)) {
                int place = stored.place(metric);
                row.min[place] = buckets.min(0);
                row.max[place] = buckets.max(0);
                // The mean of equal values is exactly that value.
                row.avg[place] = buckets.min(0) == buckets.max(0) ? buckets.min(0) : buckets.avg(0);
                samples = Math.max(samples, buckets.weight(0));
            }
        }
        return samples == 0
                ? Optional.empty()
                : Optional.of(new SampleRow(gpu, row.at, (int) Math.round(samples), row.min, row.avg, row.max));
    }

    private static double[] absent(StoredMetrics stored) {
        double[] values = new double[stored.size()];
        Arrays.fill(values, Double.NaN);
        return values;
    }
}
