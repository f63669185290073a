package io.gpulse.device;

import io.gpulse.metric.UnitConversion;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * A counter that may fall: because it restarted, with the driver or a device, or because one sample of it was wrong.
 * The sample after the lower one decides: a counter that is back at its old value, or above it, was wrong once. All
 * samples of one counter are unsigned integers, or all are not.
 */
public final class Counter {

    /** For counters of rare events: one that is back later than two of the longest intervals restarted and grew. */
    private static final Duration LONGEST_DOUBT = Duration.ofMinutes(2);

    /** For counters of something that always goes on: one that is back never restarted. */
    public static final Duration EVER = Duration.ofDays(36_500);

    private static final double NANOS_PER_SECOND = 1e9;

    private final long longestDoubt;
    private boolean unsigned;

    /** A number of 64 bits: an unsigned integer, or the bits of a double. */
    private long last = Double.doubleToRawLongBits(Double.NaN);

    private long lastAt;
    private boolean known;

    /** The sample that the last one is compared with. */
    private long base;

    private long baseAt;

    /** The last sample before those in doubt, which are lower or impossibly high. */
    private long undoubted;

    private long undoubtedAt;
    private boolean inDoubt;

    private final Gain gain = new Gain();

    /** The growth of a counter in its last sample. The next one changes it. */
    public static final class Gain {

        private double later;
        private double earlier;
        private double seconds;

        private Gain set(double later, double earlier, double seconds) {
            this.later = later;
            this.earlier = earlier;
            this.seconds = seconds;
            return this;
        }

        /** Returns whether the sample could be compared: not the first one, and not lower than the one before. */
        public boolean isKnown() {
            return !Double.isNaN(this.seconds);
        }

        /** Returns the gain since the sample that this one is compared with; 0 when it is unknown. */
        public double later() {
            return this.later;
        }

        /** Returns what was counted before the sample that this one is compared with, after a restart; mostly 0. */
        public double earlier() {
            return this.earlier;
        }

        /** Returns the time since the sample that this one is compared with; NaN without one. */
        public double seconds() {
            return this.seconds;
        }

        /** Returns the whole gain; after a restart it is the value of the counter. */
        public double amount() {
            return this.later + this.earlier;
        }

        /** Returns the gain per second; NaN when it is unknown. */
        public double perSecond() {
            return this.seconds > 0 ? this.later / this.seconds : Double.NaN;
        }
    }

    public Counter() {
        this(LONGEST_DOUBT);
    }

    /** @param longestDoubt after a longer time than this, a counter that is back at its old value restarted and grew */
    public Counter(Duration longestDoubt) {
        this.longestDoubt = longestDoubt.toNanos();
    }

    /**
     * Adds a sample. The same sample may be added again.
     *
     * @param atNanos when it was sampled, by any clock
     */
    public Gain add(double value, long atNanos) {
        return addBits(Double.doubleToRawLongBits(value), atNanos);
    }

    /** @param at when it was sampled, by the wall clock */
    public Gain add(double value, Instant at) {
        return add(value, TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano());
    }

    /** Adds a sample of 64 bits, of which a double cannot hold all. */
    public Gain addUnsigned(long value, long atNanos) {
        this.unsigned = true;
        return addBits(value, atNanos);
    }

    private Gain addBits(long value, long atNanos) {
        if (this.known && value == this.last && atNanos == this.lastAt) {
            return unknown();
        }
        long before = this.last;
        long beforeAt = this.lastAt;
        boolean first = !this.known;
        this.last = value;
        this.lastAt = atNanos;
        this.known = true;
        return first ? unknown() : compare(before, beforeAt);
    }

    /** Compares with the greater of both samples, the one before and the undoubted one, that are not higher. */
    private Gain compare(long before, long beforeAt) {
        boolean fell = this.inDoubt && isLess(before, this.undoubted);
        boolean mayBeBack =
                this.inDoubt && !isLess(this.last, this.undoubted) && this.lastAt - beforeAt <= this.longestDoubt;
        if (mayBeBack && (fell || isLess(this.last, before))) {
            return gain(this.undoubted, this.undoubtedAt, 0);
        }
        if (!isLess(this.last, before)) {
            return gain(before, beforeAt, fell ? number(before) : 0);
        }
        if (!this.inDoubt) {
            doubt(before, beforeAt);
        }
        return unknown();
    }

    private Gain unknown() {
        return this.gain.set(0, 0, Double.NaN);
    }

    private Gain gain(long since, long sinceAt, double earlier) {
        this.base = since;
        this.baseAt = sinceAt;
        this.inDoubt = false;
        double later = this.unsigned ? number(this.last - since) : number(this.last) - number(since);
        return this.gain.set(later, earlier, (this.lastAt - sinceAt) / NANOS_PER_SECOND);
    }

    /**
     * Doubts the last sample, since its gain is impossible: the next one may continue from the one before.
     *
     * @return the gain of the last sample, which is now unknown
     */
    public Gain doubt() {
        doubt(this.base, this.baseAt);
        return unknown();
    }

    private void doubt(long before, long beforeAt) {
        this.undoubted = before;
        this.undoubtedAt = beforeAt;
        this.inDoubt = true;
    }

    private boolean isLess(long one, long other) {
        return this.unsigned ? Long.compareUnsigned(one, other) < 0 : number(one) < number(other);
    }

    private double number(long bits) {
        return this.unsigned ? UnitConversion.unsigned(bits) : Double.longBitsToDouble(bits);
    }

    /** Returns the latest value; NaN before the first one. */
    public double last() {
        return number(this.last);
    }
}
