package io.gpulse.history.accounting;

import io.gpulse.metric.Metric;
import java.util.Set;

/**
 * The time of a GPU between two rounds.
 *
 * @param from in epoch ms
 * @param to in epoch ms; less than {@code from} when the clock was set back meanwhile
 * @param seconds how long it was, whatever was done to the clock
 * @param energy what it took
 * @param reasons why its clocks were not higher, as rows of the catalogue
 * @param gap whether nobody looked meanwhile
 */
record Interval(
        long from, long to, double seconds, Occupancy occupancy, Energy energy, Set<Metric> reasons, boolean gap) {

    Interval {
        reasons = Set.copyOf(reasons);
    }

    /** Energy of rounds that could not tell it is of no known occupancy. */
    Occupancy energyOccupancy() {
        return this.energy.missed ? Occupancy.UNKNOWN : this.occupancy;
    }

    /** 0 when it is not known. */
    double joules() {
        return this.energy.isKnown() ? this.energy.joules : 0;
    }

    /** What is added to an account. */
    void addTo(Sums sums) {
        sums.add(this.occupancy, this.seconds, 0);
        sums.add(energyOccupancy(), 0, joules());
    }

    /**
     * Energy of some time.
     *
     * @param joules NaN when it is not known
     * @param missed whether it is of rounds before, too, which could not tell it
     */
    record Energy(double joules, boolean missed) {

        static final Energy UNKNOWN = new Energy(Double.NaN, false);

        boolean isKnown() {
            return !Double.isNaN(this.joules);
        }
    }
}
