package io.gpulse.history.accounting;

import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The time of a GPU between two rounds.
 *
 * @param from in epoch ms
 * @param to in epoch ms; less than {@code from} when the clock was set back
 * @param seconds its length, independent of changes of the clock
 * @param reasons the clocks event reasons, as rows of the catalogue
 * @param gap whether samples are missing
 * @param repeated whether the readings at its end are those of its begin: the GPU is slow
 */
record Interval(
        long from,
        long to,
        double seconds,
        UseState state,
        Energy energy,
        Set<Metric> reasons,
        boolean gap,
        boolean repeated) {

    Occupancy occupancy() {
        return this.state.use().occupancy();
    }

    /** Returns the begin in epoch ms, by the clock as it is at the end. */
    long begin() {
        return this.to - Math.round(this.seconds * 1000);
    }

    /** Returns the parts of this interval in slices of a length in ms; one part when it has no length. */
    List<Interval> parts(long slice) {
        long begin = begin();
        long next = (Math.floorDiv(begin, slice) + 1) * slice;
        if (this.to <= next) {
            return List.of(this);
        }
        List<Interval> parts = new ArrayList<>();
        for (long at = begin; at < this.to; at = next, next += slice) {
            parts.add(part(at, Math.min(next, this.to)));
        }
        return parts;
    }

    private Interval part(long begin, long end) {
        double length = (end - begin) / 1000.0;
        Energy part = new Energy(this.energy.joules * length / this.seconds, this.energy.missed);
        return new Interval(begin, end, length, this.state, part, this.reasons, this.gap, this.repeated);
    }

    /** Returns the energy; 0 when unknown. */
    double joules() {
        return Double.isNaN(this.energy.joules) ? 0 : this.energy.joules;
    }

    /** Adds the seconds and the energy to an account. */
    void addTo(Sums sums) {
        sums.add(occupancy(), this.seconds, 0);
        // The occupancy is unknown for energy that includes that of earlier rounds.
        sums.add(this.energy.missed ? Occupancy.UNKNOWN : occupancy(), 0, joules());
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
