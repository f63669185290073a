package io.gpulse.insight.window;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The metrics whose past is kept.
 *
 * @param hour for an hour, in slots of 5 s
 * @param minutes for two minutes, round by round
 * @param counters changes of counters, for days
 */
public record WatchList(Set<Metric> hour, Set<Metric> minutes, Set<Metric> counters) {

    public WatchList {
        hour = Set.copyOf(hour);
        minutes = Set.copyOf(minutes);
        counters = Set.copyOf(counters);
    }

    /** Returns the metrics of a scope. */
    Set<Metric> hourOf(Scope scope) {
        return this.hour.stream()
                .filter((metric) -> metric.spec().scope() == scope)
                .collect(Collectors.toSet());
    }
}
