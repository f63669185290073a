package io.gpulse.history.accounting;

import java.util.Arrays;

/** Seconds and joules by occupancy. */
public final class Sums {

    private final double[] seconds = new double[Occupancy.values().length];
    private final double[] joules = new double[Occupancy.values().length];

    public void add(Occupancy occupancy, double moreSeconds, double moreJoules) {
        this.seconds[occupancy.ordinal()] += moreSeconds;
        this.joules[occupancy.ordinal()] += moreJoules;
    }

    public void add(Sums others) {
        for (Occupancy occupancy : Occupancy.values()) {
            add(occupancy, others.seconds(occupancy), others.joules(occupancy));
        }
    }

    public double seconds(Occupancy occupancy) {
        return this.seconds[occupancy.ordinal()];
    }

    /** Returns the known energy. */
    public double joules(Occupancy occupancy) {
        return this.joules[occupancy.ordinal()];
    }

    /** Returns the seconds of all occupancies. */
    public double seconds() {
        return Arrays.stream(this.seconds).sum();
    }

    /** Returns the energy of all occupancies. */
    public double joules() {
        return Arrays.stream(this.joules).sum();
    }

    public Sums copy() {
        Sums copy = new Sums();
        copy.add(this);
        return copy;
    }
}
