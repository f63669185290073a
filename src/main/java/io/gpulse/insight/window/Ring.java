package io.gpulse.insight.window;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** Series of several metrics of one subject, all of the same length. */
final class Ring {

    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long MINUTES = Duration.ofMinutes(2).toMillis();
    private static final long STEP_OF_HOUR = 5000;
    private static final long STEP_OF_MINUTES = 200;

    private final Map<Metric, Series> series = new EnumMap<>(Metric.class);

    private Ring(Set<Metric> metrics, long step, long span) {
        metrics.forEach((metric) -> this.series.put(metric, new Series(step, (int) (span / step) + 1)));
    }

    /** @param every the interval between rounds, in ms */
    static Ring ofHour(Set<Metric> metrics, long every) {
        return new Ring(metrics, Math.max(STEP_OF_HOUR, every), HOUR);
    }

    static Ring ofMinutes(Set<Metric> metrics, long every) {
        return new Ring(metrics, Math.max(STEP_OF_MINUTES, every), MINUTES);
    }

    void add(long now, Readings readings) {
        this.series.forEach(
                (metric, row) -> row.add(now, readings.number(metric).orElse(Double.NaN)));
    }

    Series of(Metric metric) {
        Series row = this.series.get(metric);
        if (row == null) {
            throw new IllegalArgumentException("No series of " + metric.key() + "; the window must keep it");
        }
        return row;
    }
}
