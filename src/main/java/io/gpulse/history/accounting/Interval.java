package io.gpulse.history.accounting;

import io.gpulse.metric.Metric;
import java.util.Set;

/**
 * The time of a GPU between two rounds.
 *
 * @param from in epoch ms
 * @param to in epoch ms; less than {@code from} when the clock was set back
 * @param seconds its length, independent of changes of the clock
 * @param reasons the clocks event reasons, as rows of the catalogue
 * @param gap whether samples are missing
 */
record Interval(
        long from, long to, double seconds, Occupancy occupancy, Energy energy, Set<Metric> reasons, boolean gap) {

    /** Returns the energy; 0 when unknown. */
    double joules() {
        return Double.isNaN(this.energy.joules) ? 0 : this.energy.joules;
    }

    /** Adds the seconds and the energy to an account. */
    void addTo(Sums sums) {
        sums.add(this.occupancy, this.seconds, 0);
        // The occupancy is unknown for energy that includes that of earlier rounds.
        sums.add(this.energy.missed ? Occupancy.UNKNOWN : this.occupancy, 0, joules());
    }

    /**
     * The energy of an interval.
     *
     * @param joules NaN when unknown
     * @param missed whether it includes that of earlier rounds without a reading
     */
    record Energy(double joules, boolean missed) {

        static final Energy UNKNOWN = new Energy(Double.NaN, false);
    }
}
