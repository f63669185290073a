package io.gpulse.event.detection;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Growth of the counters of one subject. A counter that decreased, or is known for the first time, did not grow. */
final class Growth {

    private final Map<Metric, Double> before = new HashMap<>();

    /** Returns the growth since the last known value; 0 for an absent counter. */
    long of(Metric metric, Readings readings) {
        OptionalDouble now = readings.number(metric);
        if (now.isEmpty()) {
            return 0;
        }
        Double last = this.before.put(metric, now.getAsDouble());
        return last == null ? 0 : Math.max(0, (long) (now.getAsDouble() - last));
    }

    /** Returns whether a flag is set that was not set at its last known value. */
    boolean isRaised(Metric metric, Readings readings) {
        OptionalDouble now = readings.number(metric);
        if (now.isEmpty()) {
            return false;
        }
        Double last = this.before.put(metric, now.getAsDouble());
        return last != null && last == 0 && now.getAsDouble() != 0;
    }
}
