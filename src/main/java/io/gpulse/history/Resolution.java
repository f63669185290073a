package io.gpulse.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Chooses the width of buckets, and the coarsest rows that are fine enough for them. */
final class Resolution {

    private static final long[] STEPS_MILLIS = {
        200, 500, 1000, 2000, 5000, 10_000, 15_000, 20_000, 30_000,
        60_000, 120_000, 180_000, 240_000, 300_000, 600_000, 900_000, 1_200_000, 1_800_000,
        3_600_000, 7_200_000, 10_800_000, 14_400_000, 21_600_000, 28_800_000, 43_200_000, 86_400_000
    };

    private Resolution() {}

    /**
     * Returns the buckets for a time span.
     *
     * @param every the sampling interval; a bucket spans at least two, so that none is empty by chance
     * @param rawSince time of the oldest sample
     */
    static WindowQuery of(TimeRange span, int points, Duration every, Instant rawSince) {
        long least = Math.max(span.length().toMillis() / points, 2 * every.toMillis());
        long step = next(span.from().isBefore(rawSince) ? Math.max(least, Tier.MINUTE.widthMillis()) : least);
        Tier tier = step >= Tier.HOUR.widthMillis() && step % Tier.HOUR.widthMillis() == 0
                ? Tier.HOUR
                : step >= Tier.MINUTE.widthMillis() ? Tier.MINUTE : Tier.RAW;
        TimeRange aligned = span.aligned(step);
        return new WindowQuery(aligned.fromMillis(), aligned.toMillis(), step, tier, List.of());
    }

    private static long next(long least) {
        for (long step : STEPS_MILLIS) {
            if (step >= least) {
                return step;
            }
        }
        long day = STEPS_MILLIS[STEPS_MILLIS.length - 1];
        return (least + day - 1) / day * day;
    }
}
