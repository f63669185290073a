package io.gpulse.history.accounting;

import io.gpulse.metric.Metric;
import java.util.EnumMap;
import java.util.List;
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

    /** The clocks event reasons, as rows of the catalogue. */
    public static final List<Metric> REASONS = List.of(
            Metric.REASON_IDLE,
            Metric.REASON_APPLICATION_CLOCKS,
            Metric.REASON_POWER_CAP,
            Metric.REASON_HW_SLOWDOWN,
            Metric.REASON_SYNC_BOOST,
            Metric.REASON_SW_THERMAL,
            Metric.REASON_HW_THERMAL,
            Metric.REASON_POWER_BRAKE,
            Metric.REASON_DISPLAY);

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
