package io.gpulse.history;

import io.gpulse.device.Readings;
import java.util.Arrays;

/**
 * The values of one subject in one round.
 *
 * @param at time of the sample, in epoch ms
 * @param values in the order of {@link StoredMetrics}; NaN where absent; must not be changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record StoredSample(Subject subject, long at, double[] values) {

    public static StoredSample of(Subject subject, long at, Readings readings) {
        StoredMetrics stored = StoredMetrics.of(subject.scope());
        double[] values = new double[stored.size()];
        Arrays.fill(values, Double.NaN);
        readings.forEach((metric, reading) -> {
            int place = stored.place(metric);
            if (place >= 0) {
                values[place] = reading.number().orElse(Double.NaN);
            }
        });
        return new StoredSample(subject, at, values);
    }
}
