package io.gpulse.device;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * A counter that may fall: because it restarted, with the driver or a device, or because one sample of it was wrong.
 * The sample after the lower one decides: a counter that is back at its old value, or above it, was wrong once.
 */
public final class Counter {

    /** A counter that is back later than this restarted and grew: two of the longest intervals between samples. */
    private static final Duration LONGEST_DOUBT = Duration.ofMinutes(2);

    private static final double NANOS_PER_SECOND = 1e9;

    private double last = Double.NaN;
    private long lastAt;

    /** The value before the counter fell; NaN unless the last sample is the lower one. */
    private double higher = Double.NaN;

    private long higherAt;

    /**
     * The growth of a counter.
     *
     * @param amount 0 in its first sample, and in one that is lower than the one before
     * @param earlier part of the amount that was counted before the last sample, after a restart
     * @param seconds since the sample that it is compared with; NaN without one
     */
    public record Gain(double amount, double earlier, double seconds) {

        private static final Gain UNKNOWN = new Gain(0, 0, Double.NaN);

        /** Returns the gain per second; NaN when it is unknown. */
        public double perSecond() {
            return this.seconds > 0 ? (this.amount - this.earlier) / this.seconds : Double.NaN;
        }
    }

    /**
     * Adds a sample. The same sample may be added again.
     *
     * @param atNanos when it was sampled, by any clock
     */
    public Gain add(double value, long atNanos) {
        double before = this.last;
        long beforeAt = this.lastAt;
        if (value == before && atNanos == beforeAt) {
            return Gain.UNKNOWN;
        }
        this.last = value;
        this.lastAt = atNanos;
        if (Double.isNaN(before)) {
            return Gain.UNKNOWN;
        }
        if (!Double.isNaN(this.higher)) {
            return afterAFall(before, beforeAt);
        }
        if (value < before) {
            this.higher = before;
            this.higherAt = beforeAt;
            return Gain.UNKNOWN;
        }
        return new Gain(value - before, 0, seconds(beforeAt));
    }

    /** @param at when it was sampled, by the wall clock */
    public Gain add(double value, Instant at) {
        return add(value, TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano());
    }

    private Gain afterAFall(double before, long beforeAt) {
        if (this.last < before) {
            return Gain.UNKNOWN;
        }
        boolean wasWrong = this.last >= this.higher && this.lastAt - beforeAt <= LONGEST_DOUBT.toNanos();
        Gain gain = wasWrong
                ? new Gain(this.last - this.higher, 0, seconds(this.higherAt))
                : new Gain(this.last, before, seconds(beforeAt));
        this.higher = Double.NaN;
        return gain;
    }

    private double seconds(long since) {
        return (this.lastAt - since) / NANOS_PER_SECOND;
    }

    /** Returns the latest value; NaN before the first one. */
    public double last() {
        return this.last;
    }
}
