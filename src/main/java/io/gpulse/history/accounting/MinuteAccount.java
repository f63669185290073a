package io.gpulse.history.accounting;

import io.gpulse.metric.Metric;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The sums to add to a stored minute of one GPU. */
public final class MinuteAccount {

    /** The clocks event reasons, as rows of the catalogue. */
    public static final Set<Metric> REASONS = Set.copyOf(EnumSet.of(
            Metric.REASON_IDLE,
            Metric.REASON_APPLICATION_CLOCKS,
            Metric.REASON_POWER_CAP,
            Metric.REASON_HW_SLOWDOWN,
            Metric.REASON_SYNC_BOOST,
            Metric.REASON_SW_THERMAL,
            Metric.REASON_HW_THERMAL,
            Metric.REASON_POWER_BRAKE,
            Metric.REASON_DISPLAY));

    private final String uuid;
    private final long at;
    private final Sums sums = new Sums();
    private final Map<Metric, Double> reasons = new EnumMap<>(Metric.class);

    MinuteAccount(String uuid, long at) {
        this.uuid = uuid;
        this.at = at;
    }

    void add(Interval interval) {
        interval.addTo(this.sums);
        interval.reasons().forEach((reason) -> this.reasons.merge(reason, interval.seconds(), Double::sum));
    }

    public String uuid() {
        return this.uuid;
    }

    /** Returns the begin of the minute, in epoch ms. */
    public long at() {
        return this.at;
    }

    public Sums sums() {
        return this.sums;
    }

    /** Returns the seconds by clocks event reason. */
    public Map<Metric, Double> reasons() {
        return Map.copyOf(this.reasons);
    }
}
