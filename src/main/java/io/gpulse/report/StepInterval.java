package io.gpulse.report;

/**
 * Infers the interval of stored rounds, which the history does not have: it is the step from the round before. Where
 * that is longer than the interval before it and than a step shortly after it, rounds are missing.
 */
final class StepInterval {

    /** The longest interval that can be configured, in ms, and a little more. */
    private static final long LONGEST = 66_000;

    private static final long UNKNOWN = Long.MAX_VALUE;

    private final long usual;
    private long previous = UNKNOWN;
    private long interval = UNKNOWN;

    /** @param usual the interval of a round without others near it, in ms */
    StepInterval(long usual) {
        this.usual = usual;
    }

    /**
     * Returns the interval of the next round, in ms.
     *
     * @param at when the round began, in epoch ms
     * @param following when the rounds after it began
     */
    long next(long at, long[] following) {
        long step = this.previous == UNKNOWN ? UNKNOWN : at - this.previous;
        this.previous = at;
        this.interval = rounded(interval(step, this.interval, shortest(at, following)));
        return this.interval;
    }

    private long interval(long step, long earlier, long later) {
        boolean alone = earlier == UNKNOWN && later == UNKNOWN;
        boolean complete = !isLonger(step, earlier) || !isLonger(step, later);
        if (step <= LONGEST && (alone || complete)) {
            return step;
        }
        long near = later <= LONGEST ? later : earlier;
        return near <= LONGEST ? near : this.usual;
    }

    private static boolean isLonger(long step, long other) {
        return other == UNKNOWN || step > Coverage.LONGEST_STEP * other;
    }

    private static long shortest(long at, long[] following) {
        long shortest = UNKNOWN;
        long before = at;
        for (long next : following) {
            shortest = Math.min(shortest, next - before);
            before = next;
        }
        return shortest;
    }

    /** Rounds begin a few ms late: an interval has two significant digits. */
    private static long rounded(long millis) {
        long unit = 1;
        while (millis / unit >= 100) {
            unit *= 10;
        }
        return (millis + unit / 2) / unit * unit;
    }
}
