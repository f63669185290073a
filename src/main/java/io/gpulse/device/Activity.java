package io.gpulse.device;

import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.List;
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

    /**
     * Returns the {@link #utilization(Readings) utilization} of a GPU; of one that is split, for which the driver has
     * none, the activity of its busiest MIG instance. Empty if that of an instance is not known and no other is busy.
     */
    public static OptionalDouble utilization(GpuReadings gpu) {
        OptionalDouble own = utilization(gpu.own());
        if (own.isPresent() || gpu.mig().isEmpty()) {
            return own;
        }
        List<OptionalDouble> all =
                gpu.mig().stream().map((instance) -> utilization(instance)).toList();
        OptionalDouble most =
                all.stream().flatMapToDouble(OptionalDouble::stream).max();
        boolean allKnown = all.stream().allMatch(OptionalDouble::isPresent);
        return allKnown || (most.isPresent() && isBusy(most.getAsDouble())) ? most : OptionalDouble.empty();
    }

    /** Returns the activity of a MIG instance, in percent; empty if it is not known. */
    public static OptionalDouble utilization(MigSample instance) {
        OptionalDouble graphics = instance.readings().number(Metric.MIG_ACTIVITY_GRAPHICS);
        return graphics.isPresent() ? graphics : instance.readings().number(Metric.MIG_ACTIVITY_SM);
    }

    /** Returns whether a GPU is known to be idle. */
    public static boolean isIdle(Readings readings) {
        OptionalDouble utilization = utilization(readings);
        return utilization.isPresent() && !isBusy(utilization.getAsDouble());
    }

    /** Returns whether a GPU of this {@link #utilization} is busy. */
    public static boolean isBusy(double percent) {
        return percent > IDLE_PERCENT;
    }
}
