package io.gpulse.report;

import io.gpulse.device.Counter;
import io.gpulse.rounds.EnergyCounter;
import java.util.concurrent.TimeUnit;

/**
 * The growth of the driver's energy counter over a span: between the last reading at or before its begin and the last
 * one at or before its end. Without a reading shortly before the begin, the first one within the span is used. Readings
 * are added in the order of time.
 */
final class CountedEnergy {

    private final Span span;
    private EnergyCounter counter = new EnergyCounter();
    private boolean begun;
    private double joules;
    private double seconds;

    CountedEnergy(Span span) {
        this.span = span;
    }

    /**
     * Adds a reading.
     *
     * @param joules the counter; NaN when absent
     * @param mostWatts maximum power of the GPU, in W
     * @param reach time before the span in which readings are used, in ms
     */
    void add(long at, double joules, double mostWatts, long reach) {
        if (Double.isNaN(joules) || at > this.span.to() || at < this.span.from() - reach) {
            return;
        }
        if (at <= this.span.from()) {
            this.counter = new EnergyCounter();
        }
        this.begun = true;
        Counter.Gain gain = this.counter.add(joules, TimeUnit.MILLISECONDS.toNanos(at), mostWatts);
        if (gain.isKnown()) {
            this.joules += gain.later();
            this.seconds += gain.seconds();
        }
    }

    /** Returns the energy in J; NaN without two readings that differ, since a GPU always uses some. */
    double joules() {
        return this.joules > 0 ? this.joules : Double.NaN;
    }

    /** Returns whether there is no reading of the counter. */
    boolean isWithoutCounter() {
        return !this.begun;
    }

    /** Returns the time between the compared readings. */
    double seconds() {
        return this.seconds;
    }
}
