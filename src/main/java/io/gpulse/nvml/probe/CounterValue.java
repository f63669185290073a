package io.gpulse.nvml.probe;

/**
 * The value of a counter.
 *
 * @param raw in the driver's unit, unsigned
 * @param bits width, after which it wraps
 * @param micros the driver's clock when it counted; 0 when it is not known
 * @param nanos gpulse's monotonic clock when the driver answered
 */
public record CounterValue(long raw, int bits, long micros, long nanos) {

    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    /** The driver's clock may be set: it has been if it ran more than twice as fast or slow as the monotonic clock. */
    private static final double TRUSTED = 2;

    boolean isNarrow() {
        return this.bits < Long.SIZE;
    }

    /** Returns the first number beyond the counter's range. */
    double end() {
        return Math.scalb(1.0, this.bits);
    }

    /** Returns the time since another value, by the driver's clock where it can be trusted. */
    double secondsSince(CounterValue before) {
        double ours = (this.nanos - before.nanos) / NANOS;
        double drivers = (this.micros - before.micros) / MICROS;
        boolean known = this.micros > 0 && before.micros > 0;
        return known && drivers * TRUSTED >= ours && drivers <= ours * TRUSTED ? drivers : ours;
    }

    /** Returns the gain of a narrow counter since another value. */
    long gainedSince(CounterValue before) {
        return (this.raw - before.raw) & 0xffff_ffffL;
    }
}
