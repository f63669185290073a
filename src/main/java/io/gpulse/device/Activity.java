package io.gpulse.device;

import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Since when a GPU has been idle or busy; both null while its utilization is not known.
 *
 * @param idleSince since when its utilization has been 1 % or less; null while it is busy
 * @param busySince since when it has been more; null while it is idle
 */
public record Activity(
        @Nullable Instant idleSince, @Nullable Instant busySince) {

    public static final Activity UNKNOWN = new Activity(null, null);

    private static final double IDLE_PERCENT = 1;

    /**
     * Returns the utilization of a GPU since the last round, in percent: the greater of maximum and mean, since a short
     * kernel is work too; without either, the activity of its SMs. Empty if none is known.
     */
    public static OptionalDouble utilization(Readings readings) {
        OptionalDouble max = readings.number(Metric.UTILIZATION_GPU_MAX);
        OptionalDouble mean = readings.number(Metric.UTILIZATION_GPU);
        if (max.isPresent() && mean.isPresent()) {
            return max.getAsDouble() > mean.getAsDouble() ? max : mean;
        }
        OptionalDouble either = max.isPresent() ? max : mean;
        return either.isPresent() ? either : readings.number(Metric.ACTIVITY_SM);
    }

    /** Returns whether a GPU of this {@link #utilization} is busy. */
    public static boolean isBusy(double percent) {
        return percent > IDLE_PERCENT;
    }
}
