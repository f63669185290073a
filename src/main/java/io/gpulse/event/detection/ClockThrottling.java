package io.gpulse.event.detection;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Why clocks are held back below what the GPU was made for. */
enum ClockThrottling {
    /** The GPU is too hot. */
    THERMAL(Metric.REASON_SW_THERMAL, Metric.REASON_HW_THERMAL),
    /** The machine's power supply asks for less. */
    POWER_BRAKE(Metric.REASON_POWER_BRAKE),
    /**
     * The power limit was set below the board's own. At its own limit a board under load is as it should be, and some
     * drivers tell of a power cap on a board that rests without saying that it is idle.
     */
    POWER_LIMIT(Metric.REASON_POWER_CAP);

    private static final double WATT = 1;
    private static final double NEAR_LIMIT = 0.8;
    private static final double WORKS = 10;
    private static final int SLOWEST_AT_WORK = 2;

    private final List<Metric> reasons;

    ClockThrottling(Metric... reasons) {
        this.reasons = List.of(reasons);
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean holds(Readings readings) {
        boolean idle = isSet(Metric.REASON_IDLE, readings);
        return !idle
                && this.reasons.stream().anyMatch((reason) -> isSet(reason, readings))
                && (this != POWER_LIMIT || isLowered(readings) && isNeeded(readings));
    }

    private static boolean isSet(Metric reason, Readings readings) {
        return readings.number(reason).orElse(0) != 0;
    }

    private static boolean isLowered(Readings readings) {
        double limit = limit(readings);
        double usual = readings.number(Metric.POWER_DEFAULT_LIMIT).orElse(Double.NaN);
        return limit < usual - WATT;
    }

    /** Whether the GPU would draw more if it could. */
    private static boolean isNeeded(Readings readings) {
        OptionalDouble draw = readings.number(Metric.POWER_DRAW);
        return draw.isPresent()
                ? draw.getAsDouble() >= NEAR_LIMIT * limit(readings)
                : readings.number(Metric.UTILIZATION_GPU).orElse(WORKS) >= WORKS
                        && readings.number(Metric.PSTATE).orElse(SLOWEST_AT_WORK) <= SLOWEST_AT_WORK;
    }

    /** NaN when it is not known. */
    static double limit(Readings readings) {
        return readings.number(Metric.ENFORCED_POWER_LIMIT)
                .orElse(readings.number(Metric.POWER_LIMIT).orElse(Double.NaN));
    }
}
