package io.gpulse.insight.rule;

import io.gpulse.insight.window.Series;
import io.gpulse.metric.Metric;

/** The swings of utilization between rest and work, sample by sample. A sample covers a sixth of a second. */
final class UtilizationOscillation {

    /** Minimum share of samples that are low or high. */
    private static final double DECIDED = 0.55;

    private static final double LEAST_WORKING = 0.15;
    private static final int LEAST_TURNS = 10;
    private static final double SAME = 0.5;
    private static final double OPPOSITE = 0.1;

    /** Oldest first; NaN for a missing sample. */
    private final float[] samples;

    private final double stepSeconds;
    private int known;
    private int low;
    private int high;
    private int turns;
    private int firstTurn;

    private UtilizationOscillation(float[] samples, double stepSeconds) {
        this.samples = samples;
        this.stepSeconds = stepSeconds;
        this.firstTurn = samples.length;
    }

    /**
     * Returns the oscillation of a series.
     *
     * @param levels the GPU rests at or below the first, and works at or above the second
     */
    static UtilizationOscillation of(Series series, long now, long span, double[] levels) {
        UtilizationOscillation swing = new UtilizationOscillation(series.last(now, span), series.step() / 1000.0);
        int before = 0;
        for (int i = 0; i < swing.samples.length; i++) {
            float sample = swing.samples[i];
            int level = sample <= levels[0] ? -1 : sample >= levels[1] ? 1 : 0;
            swing.known += Float.isNaN(sample) ? 0 : 1;
            swing.low += level == -1 ? 1 : 0;
            swing.high += level == 1 ? 1 : 0;
            if (level != 0 && before != 0 && level != before) {
                swing.turns++;
                swing.firstTurn = Math.min(swing.firstTurn, i);
            }
            before = level == 0 ? before : level;
        }
        return swing;
    }

    /** Returns the share of low samples, from 0 to 1. */
    double resting() {
        return (double) this.low / Math.max(1, this.known);
    }

    private double working() {
        return (double) this.high / Math.max(1, this.known);
    }

    /** Returns the interval between samples. */
    double stepSeconds() {
        return this.stepSeconds;
    }

    /** @param leastResting from 0 to 1 */
    boolean swings(double leastResting) {
        return resting() >= leastResting
                && working() >= LEAST_WORKING
                && resting() + working() >= DECIDED
                && this.turns >= LEAST_TURNS;
    }

    /** Returns the seconds since the first swing. */
    double heldSeconds() {
        return (this.samples.length - this.firstTurn) * this.stepSeconds;
    }

    /** Returns the period in seconds; NaN without a stable one. */
    double period() {
        double before = correlation(1);
        boolean apart = before < OPPOSITE;
        for (int lag = 2; lag <= this.samples.length / 3; lag++) {
            double now = correlation(lag);
            if (apart && before >= SAME && now < before) {
                return (lag - 1) * this.stepSeconds;
            }
            apart |= now < OPPOSITE;
            before = now;
        }
        return Double.NaN;
    }

    /** Returns the correlation of the samples with themselves, shifted by a number of samples. */
    private double correlation(int lag) {
        return Series.correlation(this.samples, 0, this.samples, lag);
    }

    /** Returns the correlation with another GPU, from -1 to 1; NaN when unknown. */
    double correlation(UtilizationOscillation other) {
        return Series.correlation(this.samples, 0, other.samples, 0);
    }

    /** Returns the share of rounds that were both low and high, from 0 to 1; NaN when unknown. */
    static double withinRounds(GpuRuleContext gpu, long span, double low, double high) {
        float[] least = gpu.gpu().minutes(Metric.UTILIZATION_GPU_MIN).last(gpu.now(), span);
        float[] most = gpu.gpu().minutes(Metric.UTILIZATION_GPU_MAX).last(gpu.now(), span);
        int both = 0;
        int known = 0;
        for (int i = 0; i < least.length; i++) {
            if (!Float.isNaN(least[i]) && !Float.isNaN(most[i])) {
                known++;
                both += least[i] <= low && most[i] >= high ? 1 : 0;
            }
        }
        return known == 0 ? Double.NaN : (double) both / known;
    }
}
