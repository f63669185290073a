package io.gpulse.history.sqlite;

import io.gpulse.history.Buckets;
import io.gpulse.history.QueryResult;
import io.gpulse.history.SeriesKey;
import io.gpulse.history.StoredMetrics;
import io.gpulse.history.Subject;
import io.gpulse.metric.Metric;
import java.util.Arrays;
import java.util.Optional;

/** Makes a row of a window with a single bucket. */
final class RolledRow {

    private RolledRow() {}

    /** Empty when nothing is known of that time. */
    static Optional<SampleRow> of(QueryResult window, Subject subject, long gpu) {
        StoredMetrics stored = StoredMetrics.of(subject.scope());
        double[] min = absent(stored);
        double[] avg = absent(stored);
        double[] max = absent(stored);
        double samples = 0;
        for (Metric metric : stored.all()) {
            Buckets buckets = window.series().get(new SeriesKey(subject, metric));
            if (buckets != null && !buckets.isEmpty(0)) {
                int place = stored.place(metric);
                min[place] = buckets.min(0);
                avg[place] = mean(buckets);
                max[place] = buckets.max(0);
                samples = Math.max(samples, buckets.weight(0));
            }
        }
        return samples == 0
                ? Optional.empty()
                : Optional.of(new SampleRow(gpu, window.query().from(), (int) Math.round(samples), min, avg, max));
    }

    /** The mean of what does not move is exactly that. */
    private static double mean(Buckets buckets) {
        return buckets.min(0) == buckets.max(0) ? buckets.min(0) : buckets.avg(0);
    }

    private static double[] absent(StoredMetrics stored) {
        double[] values = new double[stored.size()];
        Arrays.fill(values, Double.NaN);
        return values;
    }
}
