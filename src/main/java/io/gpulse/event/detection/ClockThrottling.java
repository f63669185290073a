package io.gpulse.event.detection;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Spelling;
import java.util.List;
import java.util.OptionalDouble;

/** Reasons why clocks are throttled. */
@SuppressWarnings("ImmutableEnumChecker") // the list cannot be changed
public enum ClockThrottling {
    /** The GPU is too hot. */
    THERMAL("thermally-slowed", Metric.REASON_SW_THERMAL, Metric.REASON_HW_THERMAL),
    /** The power supply of the machine requests less power. */
    POWER_BRAKE("thermally-slowed", Metric.REASON_POWER_BRAKE),
    /**
     * The power limit is below the default of the board. At the default limit a board under load is healthy, and some
     * drivers report a power cap of an idle board without reporting that it is idle.
     */
    POWER_LIMIT("power-capped", Metric.REASON_POWER_CAP);

    private static final double WATT = 1;
    private static final double NEAR_LIMIT = 0.8;
    private static final double WORKS = 10;
    private static final int SLOWEST_AT_WORK = 2;

    private final String rule;
    private final List<Metric> reasons;

    ClockThrottling(String rule, Metric... reasons) {
        this.rule = rule;
        this.reasons = List.of(reasons);
    }

    String label() {
        return Spelling.dashed(this);
    }

    /** Returns the id of the rule that reports the same. */
    String rule(boolean onBattery) {
        return onBattery ? "on-battery" : this.rule;
    }

    boolean holds(Readings readings) {
        boolean idle = isSet(Metric.REASON_IDLE, readings);
        return !idle
                && this.reasons.stream().anyMatch((reason) -> isSet(reason, readings))
                && (this != POWER_LIMIT || (isLowered(readings) && isNeeded(readings)));
    }

    private static boolean isSet(Metric reason, Readings readings) {
        return readings.number(reason).orElse(0) != 0;
    }

    /** Returns whether the power limit is below the default; a smaller difference is none. */
    public static boolean isLowered(Readings readings) {
        double limit = limit(readings);
        double usual = readings.number(Metric.POWER_DEFAULT_LIMIT).orElse(Double.NaN);
        return limit < usual - WATT;
    }

    /** Returns whether the GPU would draw more power without the limit. */
    private static boolean isNeeded(Readings readings) {
        OptionalDouble draw = readings.number(Metric.POWER_DRAW);
        return draw.isPresent()
                ? draw.getAsDouble() >= NEAR_LIMIT * limit(readings)
                : readings.number(Metric.UTILIZATION_GPU).orElse(WORKS) >= WORKS
                        && readings.number(Metric.PSTATE).orElse(SLOWEST_AT_WORK) <= SLOWEST_AT_WORK;
    }

    /** Returns the power limit; NaN when it is unknown. */
    static double limit(Readings readings) {
        return readings.number(Metric.ENFORCED_POWER_LIMIT)
                .orElse(readings.number(Metric.POWER_LIMIT).orElse(Double.NaN));
    }
}
