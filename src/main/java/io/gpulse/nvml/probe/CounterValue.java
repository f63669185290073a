package io.gpulse.nvml.probe;

import io.gpulse.metric.UnitConversion;

/**
 * What a counter stood at when it was read.
 *
 * @param raw in the driver's unit, unsigned
 * @param bits after so many it begins anew
 * @param micros the driver's own clock as it counted; 0 when it did not say
 * @param nanos our clock when the driver answered
 */
public record CounterValue(long raw, int bits, long micros, long nanos) {

    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    /** The driver's clock may be set; one that has gone more than twice as fast or slow as ours has been. */
    private static final double TRUSTED = 2;

    boolean isNarrow() {
        return this.bits < Long.SIZE;
    }

    /** The first number that the counter cannot show. */
    double end() {
        return Math.scalb(1.0, this.bits);
    }

    /** True time since another count, by the driver's clock where that can be trusted. */
    double secondsSince(CounterValue before) {
        double ours = (this.nanos - before.nanos) / NANOS;
        double drivers = (this.micros - before.micros) / MICROS;
        boolean told = this.micros > 0 && before.micros > 0;
        return told && drivers * TRUSTED >= ours && drivers <= ours * TRUSTED ? drivers : ours;
    }

    /** What was counted since; a narrow counter may have begun anew once. */
    double gainedSince(CounterValue before) {
        long gained = this.raw - before.raw;
        return isNarrow() ? gained & 0xffff_ffffL : UnitConversion.unsigned(gained);
    }

    /** A wide counter never begins anew by itself: the driver was loaded anew. */
    boolean isBehind(CounterValue before) {
        return !isNarrow() && Long.compareUnsigned(this.raw, before.raw) < 0;
    }
}
