package io.gpulse.report;

/**
 * The part of a span that rounds are known of. A round stands for the time since the round before it; where rounds are
 * missing in between, for one interval, and the rest is missing. Rounds are added in the order of time.
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
    private boolean goesOn;

    Coverage(Span span) {
        this.span = span;
    }

    /**
     * Adds a round.
     *
     * @param at when it began, in epoch ms
     * @param interval from round to round, in ms
     * @return the seconds that it stands for; 0 when it is outside of the span
     */
    double add(long at, long interval) {
        boolean follows = this.previous != NONE && at - this.previous <= LONGEST_STEP * interval;
        if (at > this.span.to()) {
            this.goesOn |= follows && this.previous <= this.span.to();
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
        this.missing += follows ? 0 : missingBefore(at, before, interval);
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

    /** The seconds that the rounds stand for. */
    double seconds() {
        return this.millis / 1000;
    }

    /** The seconds of the span for which a round is missing. */
    double missingSeconds() {
        if (this.rounds == 0) {
            return this.goesOn ? 0 : this.span.seconds();
        }
        long rest = this.span.to() - this.previous;
        double after = this.goesOn ? 0 : Math.floor((double) rest / this.every) * this.every;
        return (this.missing + after) / 1000;
    }
}
