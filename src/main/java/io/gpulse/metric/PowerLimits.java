package io.gpulse.metric;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The most power that a GPU can have taken. */
public final class PowerLimits {

    private static final List<Metric> ROWS = List.of(
            Metric.POWER_MAX_LIMIT, Metric.POWER_DEFAULT_LIMIT, Metric.POWER_LIMIT, Metric.ENFORCED_POWER_LIMIT);

    private PowerLimits() {}

    static List<Metric> rows() {
        return ROWS;
    }

    /**
     * Three times the highest limit, in W; 5,000 W where no limit is known.
     *
     * @param known the value of a row, {@code NaN} or less than 0 where it is not known
     */
    public static double mostWatts(ToDoubleFunction<Metric> known) {
        double highest = 0;
        for (Metric limit : ROWS) {
            double watts = known.applyAsDouble(limit);
            highest = watts > highest ? watts : highest;
        }
        return highest > 0 ? highest * PhysicalRange.BEYOND_LIMIT : PhysicalRange.MOST_WATTS;
    }
}
