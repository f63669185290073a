package io.gpulse.rounds;

import io.gpulse.device.Counter;
import io.gpulse.metric.PowerLimits;

/** The driver's energy counter of a GPU. A growth that its power limits do not permit is unknown. */
public final class EnergyCounter {

    private final Counter counter = new Counter(Counter.EVER);

    /** Maximum power at the last reading, in W; NaN before the first one. */
    private double mostWatts = Double.NaN;

    /**
     * Adds a reading.
     *
     * @param joules the counter
     * @param atNanos when it was read, by any clock
     * @param mostNow maximum power by the {@link PowerLimits} of now, in W; those of the last reading count too
     */
    public Counter.Gain add(double joules, long atNanos, double mostNow) {
        double most = this.mostWatts > mostNow ? this.mostWatts : mostNow;
        this.mostWatts = mostNow;
        Counter.Gain gain = this.counter.add(joules, atNanos);
        return gain.later() > joules(most, gain.seconds()) ? this.counter.doubt() : gain;
    }

    /** Adds a first reading, with unknown power limits. */
    public void startAt(double joules, long atNanos) {
        this.counter.add(joules, atNanos);
    }

    /** Returns the latest reading, in J; NaN before the first one. */
    public double last() {
        return this.counter.last();
    }

    /** Returns the maximum energy of the GPU in a time, in J. */
    public double mostJoules(double seconds) {
        return joules(Double.isNaN(this.mostWatts) ? PowerLimits.mostWatts((limit) -> 0) : this.mostWatts, seconds);
    }

    /** Returns the energy in at least a second, the resolution of the counter in some drivers. */
    private static double joules(double watts, double seconds) {
        return watts * Math.max(1, seconds);
    }
}
