package io.gpulse.metric;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The highest power that a GPU can draw. */
public final class PowerLimits {

    private static final List<Metric> ROWS = List.of(
            Metric.POWER_MAX_LIMIT, Metric.POWER_DEFAULT_LIMIT, Metric.POWER_LIMIT, Metric.ENFORCED_POWER_LIMIT);

    private static final double LEAST_ENFORCED = 200;

    private PowerLimits() {}

    /** Returns the limits by which it is known. */
    public static List<Metric> rows() {
        return ROWS;
    }

    /**
     * Returns three times the highest limit, in W; 5,000 W where no limit is known. An enforced limit without others
     * counts as at least 200 W, since it follows the state of a laptop, from 5 to 80 W within a second, and is read
     * less often than power.
     *
     * @param known the value of a row, {@code NaN} or less than 0 where it is not known
     */
    public static double mostWatts(ToDoubleFunction<Metric> known) {
        double highest = 0;
        for (Metric limit : ROWS) {
            double watts = known.applyAsDouble(limit);
            double counted = limit == Metric.ENFORCED_POWER_LIMIT && watts > 0 && !(highest > 0)
                    ? Math.max(watts, LEAST_ENFORCED)
                    : watts;
            highest = counted > highest ? counted : highest;
        }
        return highest > 0 ? highest * PhysicalRange.BEYOND_LIMIT : PhysicalRange.MOST_WATTS;
    }
}
