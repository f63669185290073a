package io.gpulse.history.sqlite;

import io.gpulse.history.StoredMetrics;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A row of a table of samples, as far as it was asked for.
 *
 * @param gpu the GPU's number in the file; 0 for the machine
 * @param at when it was sampled, or when its minute or hour begins, in epoch ms
 * @param samples of how many samples it is made
 * @param avg by metric; NaN where absent
 */
@SuppressWarnings("ArrayRecordComponent")
record SampleRow(long gpu, long at, int samples, double[] min, double[] avg, double[] max) {

    /** A single sample. */
    static SampleRow of(long gpu, long at, double[] values) {
        return new SampleRow(gpu, at, 1, values, values, values);
    }

    /** The metrics of which there is a value. */
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
}
