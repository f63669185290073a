package io.gpulse.report;

/**
 * The difference of the driver's energy counter over a span: between the last reading at or before its beginning and
 * the last one at or before its end. Where there is no reading shortly before its beginning, the first one within the
 * span takes its place. Readings are added in the order of time.
 */
final class EnergyDifference {

    private final Span span;
    private double first = Double.NaN;
    private long firstAt;
    private double last = Double.NaN;
    private long lastAt;
    private boolean implausible;

    EnergyDifference(Span span) {
        this.span = span;
    }

    /**
     * Adds a reading.
     *
     * @param joules what the counter is at; NaN when it is absent
     * @param mostWatts the most power that the GPU can have taken since the reading before, in W
     * @param reach for how many ms before the span a reading is of use
     */
    void add(long at, double joules, double mostWatts, long reach) {
        if (Double.isNaN(joules) || at > this.span.to() || at < this.span.from() - reach) {
            return;
        }
        if (at <= this.span.from() || Double.isNaN(this.first)) {
            this.first = joules;
            this.firstAt = at;
        } else {
            // Drivers count no finer than a second at times.
            double most = mostWatts * Math.max(1, (at - this.lastAt) / 1000.0);
            this.implausible |= joules < this.last || joules - this.last > most;
        }
        this.last = joules;
        this.lastAt = at;
    }

    /** In J; NaN when there are no two readings, or the counter went back or gained more than the GPU can take. */
    double joules() {
        return this.implausible || this.lastAt <= this.firstAt ? Double.NaN : this.last - this.first;
    }

    /** The time between the two readings. */
    double seconds() {
        return (this.lastAt - this.firstAt) / 1000.0;
    }
}
