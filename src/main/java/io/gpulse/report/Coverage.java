package io.gpulse.report;

/**
 * The part of a span with known rounds. A round covers the time since the round before it, or one interval where rounds
 * are missing before it. Rounds are added in the order of time.
 */
final class Coverage {

    private static final long NONE = Long.MIN_VALUE;

    /** A step of more intervals than this misses a round. */
    static final double LONGEST_STEP = 1.5;

    private final Span span;
    private long previous = NONE;
    private long every;
    private int rounds;
    private double millis;
    private double missing;
    private boolean followed;
    private double longest;

    Coverage(Span span) {
        this.span = span;
    }

    /**
     * Adds a round.
     *
     * @param at when it began, in epoch ms
     * @param interval from round to round, in ms
     * @return the seconds that it covers; 0 outside of the span
     */
    double add(long at, long interval) {
        boolean follows = this.previous != NONE && at - this.previous <= LONGEST_STEP * interval;
        if (at > this.span.to()) {
            this.followed |= follows && this.previous <= this.span.to();
            return 0;
        }
        long before = this.previous;
        this.previous = at;
        this.every = interval;
        if (at <= this.span.from()) {
            return 0;
        }
        this.rounds++;
        long weight = follows ? at - before : interval;
        this.millis += weight;
        double missingNow = follows ? 0 : missingBefore(at, before, interval);
        this.missing += missingNow;
        this.longest = Math.max(this.longest, missingNow);
        return weight / 1000.0;
    }

    private double missingBefore(long at, long before, long interval) {
        if (before > this.span.from()) {
            return at - before - interval;
        }
        long since = at - this.span.from();
        return (Math.ceil((double) since / interval) - 1) * interval;
    }

    int rounds() {
        return this.rounds;
    }

    /** Returns the seconds that the rounds cover. */
    double seconds() {
        return this.millis / 1000;
    }

    /** Returns the seconds of the span for which a round is missing. */
    double missingSeconds() {
        if (this.rounds == 0) {
            return this.followed ? 0 : this.span.seconds();
        }
        return (this.missing + missingAfter()) / 1000;
    }

    /** Returns the length of the longest time for which rounds are missing, in ms. */
    double longestMissing() {
        return this.rounds == 0 ? missingSeconds() * 1000 : Math.max(this.longest, missingAfter());
    }

    private double missingAfter() {
        long rest = this.span.to() - this.previous;
        return this.followed ? 0 : Math.floor((double) rest / this.every) * this.every;
    }
}
