package io.gpulse.insight.rule;

import io.gpulse.insight.window.Series;
import io.gpulse.metric.Metric;

/** How utilization swings between rest and work, sample by sample. A sample is of a sixth of a second. */
final class UtilizationOscillation {

    /** Of samples that mean something, so many are low or high. */
    private static final double DECIDED = 0.55;

    private static final double LEAST_WORKING = 0.15;
    private static final int LEAST_TURNS = 10;
    private static final double SAME = 0.5;
    private static final double OPPOSITE = 0.1;

    /** The oldest first; NaN where there is none. */
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
     * What a series tells.
     *
     * @param levels at or below the first it rests, at or above the second it works
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

    /** Share of the samples that are low, from 0 to 1. */
    double resting() {
        return (double) this.low / Math.max(1, this.known);
    }

    private double working() {
        return (double) this.high / Math.max(1, this.known);
    }

    /** How far samples are apart. */
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

    /** How long ago it began, in seconds. */
    double heldSeconds() {
        return (this.samples.length - this.firstTurn) * this.stepSeconds;
    }

    /** The period in seconds; NaN when it has none that is stable. */
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

    /** Of the samples with themselves, so many places later. */
    private double correlation(int lag) {
        return Series.correlation(this.samples, 0, this.samples, lag);
    }

    /** With another GPU at the same time, from -1 to 1; NaN when it is not known. */
    double correlation(UtilizationOscillation other) {
        return Series.correlation(this.samples, 0, other.samples, 0);
    }

    /** In which share of the rounds it was both low and high, from 0 to 1; NaN where nobody can say. */
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
