package io.gpulse.event.detection;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** By how much counters of one subject grew. One that went back, or is known for the first time, did not. */
final class Growth {

    private final Map<Metric, Double> before = new HashMap<>();

    /** Since it was known last; 0 where it is absent. */
    long of(Metric metric, Readings readings) {
        OptionalDouble now = readings.number(metric);
        if (now.isEmpty()) {
            return 0;
        }
        Double last = this.before.put(metric, now.getAsDouble());
        return last == null ? 0 : Math.max(0, (long) (now.getAsDouble() - last));
    }

    /** Whether a flag was not set when it was known last, and is now. */
    boolean isRaised(Metric metric, Readings readings) {
        OptionalDouble now = readings.number(metric);
        if (now.isEmpty()) {
            return false;
        }
        Double last = this.before.put(metric, now.getAsDouble());
        return last != null && last == 0 && now.getAsDouble() != 0;
    }
}
