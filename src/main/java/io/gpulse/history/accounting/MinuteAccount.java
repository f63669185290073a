package io.gpulse.history.accounting;

import io.gpulse.metric.Metric;
import java.util.EnumMap;
import java.util.Map;

/**
 * The sums to add to a stored minute of one GPU.
 *
 * @param at begin of the minute, in epoch ms
 * @param reasons seconds by clocks event reason
 * @param uses seconds by state
 */
public record MinuteAccount(String uuid, long at, Sums sums, Map<Metric, Double> reasons, UseSeconds uses) {

    static final long MILLIS = 60_000;

    MinuteAccount(String uuid, long at) {
        this(uuid, at, new Sums(), new EnumMap<>(Metric.class), new UseSeconds());
    }

    /** Returns the name of a clocks event reason in responses. */
    public static String nameOf(Metric reason) {
        return reason.key().substring(reason.key().lastIndexOf('.') + 1);
    }

    void add(Interval interval) {
        interval.addTo(this.sums);
        this.uses.add(interval.state(), interval.seconds());
        interval.reasons().forEach((reason) -> this.reasons.merge(reason, interval.seconds(), Double::sum));
    }
}
