package io.gpulse.history.past;

import java.util.Arrays;

/** The least and the greatest of a minute, from its exact means and from some of its instants. */
final class Extremes {

    private final double[] exact;
    private final double[] least;
    private final double[] greatest;
    private final double[] sums;
    private int instants;

    /** @param exact NaN where the mean is that of the instants */
    Extremes(double[] exact) {
        this.exact = exact;
        this.least = new double[exact.length];
        this.greatest = new double[exact.length];
        this.sums = new double[exact.length];
        Arrays.fill(this.least, Double.POSITIVE_INFINITY);
        Arrays.fill(this.greatest, Double.NEGATIVE_INFINITY);
    }

    void add(double[] instant) {
        this.instants++;
        for (int i = 0; i < instant.length; i++) {
            this.least[i] = Math.min(this.least[i], instant[i]);
            this.greatest[i] = Math.max(this.greatest[i], instant[i]);
            this.sums[i] += instant[i];
        }
    }

    double[] means() {
        double[] means = this.exact.clone();
        for (int i = 0; i < means.length; i++) {
            if (Double.isNaN(means[i])) {
                means[i] = this.least[i] == this.greatest[i] ? this.least[i] : this.sums[i] / this.instants;
            }
        }
        return means;
    }

    double[] least() {
        double[] means = means();
        double[] least = new double[means.length];
        Arrays.setAll(least, (i) -> Math.min(this.least[i], means[i]));
        return least;
    }

    double[] greatest() {
        double[] means = means();
        double[] greatest = new double[means.length];
        Arrays.setAll(greatest, (i) -> Math.max(this.greatest[i], means[i]));
        return greatest;
    }
}
