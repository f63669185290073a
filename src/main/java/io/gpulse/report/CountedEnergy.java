package io.gpulse.report;

import io.gpulse.device.Counter;
import io.gpulse.metric.Metric;
import io.gpulse.metric.PowerLimits;
import io.gpulse.rounds.EnergyCounter;
import io.gpulse.rounds.GpuRound;
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
     * Adds the reading of a round, which may have been added with an earlier one.
     *
     * @param round of a GPU
     * @param at when it began, in epoch ms
     * @param reach time before the span in which readings are used, in ms
     */
    void add(GpuRound round, long at, long reach) {
        // A GPU that answers late has the same reading until its next answer.
        long readAt =
                round.sampledAt() == null ? at : Math.min(at, round.sampledAt().toEpochMilli());
        double reading = round.value(Metric.ENERGY_TOTAL);
        if (Double.isNaN(reading) || readAt > this.span.to() || readAt < this.span.from() - reach) {
            return;
        }
        if (readAt <= this.span.from()) {
            this.counter = new EnergyCounter();
        }
        this.begun = true;
        Counter.Gain gain =
                this.counter.add(reading, TimeUnit.MILLISECONDS.toNanos(readAt), PowerLimits.mostWatts(round::value));
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
