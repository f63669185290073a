package io.gpulse.history;

import io.gpulse.device.Readings;
import io.gpulse.rounds.StoredMetrics;

/**
 * The values of one subject in one round.
 *
 * @param at time of the sample, in epoch ms
 * @param values in the order of {@link StoredMetrics}; NaN where absent; must not be changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record StoredSample(Subject subject, long at, double[] values) {

    public static StoredSample of(Subject subject, long at, Readings readings) {
        return new StoredSample(subject, at, StoredMetrics.of(subject.scope()).values(readings));
    }
}
