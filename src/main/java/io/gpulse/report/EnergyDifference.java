package io.gpulse.report;

/**
 * The difference of the driver's energy counter over a span: between the last reading at or before its begin and the
 * last one at or before its end. Without a reading shortly before the begin, the first one within the span is used.
 * Readings are added in the order of time.
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
     * @param joules the counter; NaN when absent
     * @param mostWatts maximum power of the GPU since the reading before, in W
     * @param reach time before the span in which readings are used, in ms
     */
    void add(long at, double joules, double mostWatts, long reach) {
        if (Double.isNaN(joules) || at > this.span.to() || at < this.span.from() - reach) {
            return;
        }
        if (at <= this.span.from() || Double.isNaN(this.first)) {
            this.first = joules;
            this.firstAt = at;
        } else {
            // Some drivers count in steps of a second.
            double most = mostWatts * Math.max(1, (at - this.lastAt) / 1000.0);
            this.implausible |= joules < this.last || joules - this.last > most;
        }
        this.last = joules;
        this.lastAt = at;
    }

    /** Returns the energy in J; NaN without two readings, or when the counter decreased or gained too much. */
    double joules() {
        return this.implausible || this.lastAt <= this.firstAt ? Double.NaN : this.last - this.first;
    }

    /** Returns whether there is no reading of the counter. */
    boolean isWithoutCounter() {
        return Double.isNaN(this.first);
    }

    /** Returns the time between the two readings. */
    double seconds() {
        return (this.lastAt - this.firstAt) / 1000.0;
    }
}
