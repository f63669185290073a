package io.gpulse.demo;

import java.util.Arrays;

/** A periodic, piecewise linear signal. A {@link TraceBuilder} builds it. */
final class Trace implements Signal {

    private final double[] seconds;
    private final double[] levels;
    private final double[] areas;

    /** Creates a trace whose first knot is at 0 s and whose last knot is its period. */
    Trace(double[] seconds, double[] levels) {
        this.seconds = seconds.clone();
        this.levels = levels.clone();
        this.areas = new double[seconds.length];
        for (int knot = 1; knot < seconds.length; knot++) {
            double width = seconds[knot] - seconds[knot - 1];
            this.areas[knot] = this.areas[knot - 1] + width * (levels[knot - 1] + levels[knot]) / 2;
        }
    }

    @Override
    public double at(double seconds) {
        double since = sinceStart(seconds);
        return at(knotBefore(since), since);
    }

    @Override
    public double area(double seconds) {
        double since = sinceStart(seconds);
        int knot = knotBefore(since);
        double mean = (this.levels[knot] + at(knot, since)) / 2;
        double rounds = Math.floor(seconds / period());
        return rounds * this.areas[last()] + this.areas[knot] + mean * (since - this.seconds[knot]);
    }

    double period() {
        return this.seconds[last()];
    }

    private double at(int knot, double since) {
        double share = (since - this.seconds[knot]) / (this.seconds[knot + 1] - this.seconds[knot]);
        return this.levels[knot] + share * (this.levels[knot + 1] - this.levels[knot]);
    }

    /** Returns the position in the trace, limited to its ends against rounding errors. */
    private double sinceStart(double seconds) {
        double since = seconds - Math.floor(seconds / period()) * period();
        return Math.min(period(), Math.max(0, since));
    }

    private int knotBefore(double since) {
        int found = Arrays.binarySearch(this.seconds, since);
        return Math.min(last() - 1, found < 0 ? -found - 2 : found);
    }

    private int last() {
        return this.seconds.length - 1;
    }
}
