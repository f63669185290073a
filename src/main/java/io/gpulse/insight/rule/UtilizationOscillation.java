package io.gpulse.insight.rule;

import io.gpulse.insight.window.Series;
import io.gpulse.metric.Metric;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/** The swings of utilization between rest and work, sample by sample. A sample covers a sixth of a second. */
final class UtilizationOscillation {

    /** Minimum share of samples that are low or high. */
    private static final double DECIDED = 0.55;

    private static final double LEAST_WORKING = 0.15;
    private static final int LEAST_TURNS = 10;
    private static final double SAME = 0.5;
    private static final double OPPOSITE = 0.1;

    /** Oldest first; NaN for a missing sample. */
    private final double[] samples;

    private final double stepSeconds;

    /** The share of low samples, from 0 to 1. */
    private final double resting;

    private final double working;

    /** The places of the samples that are low after a high one, or high after a low one. */
    private final int[] turns;

    /** @param span the time of the samples, which ends now */
    UtilizationOscillation(GpuRuleContext gpu, long span) {
        Series series = gpu.gpu().minutes(Metric.UTILIZATION_GPU);
        double[] samples = series.last(gpu.now(), span);
        double low = gpu.threshold("low");
        double high = gpu.threshold("high");
        DoublePredicate isLow = (sample) -> sample <= low;
        DoublePredicate isHigh = (sample) -> sample >= high && !isLow.test(sample);
        double known = Math.max(1, places(samples, (sample) -> !Double.isNaN(sample)).length);
        int[] decided = places(samples, isLow.or(isHigh));
        this.samples = samples;
        this.stepSeconds = series.step() / 1000.0;
        this.resting = places(samples, isLow).length / known;
        this.working = places(samples, isHigh).length / known;
        this.turns = IntStream.range(1, decided.length)
                .filter((i) -> isLow.test(samples[decided[i]]) != isLow.test(samples[decided[i - 1]]))
                .map((i) -> decided[i])
                .toArray();
    }

    private static int[] places(double[] samples, DoublePredicate wanted) {
        return IntStream.range(0, samples.length)
                .filter((place) -> wanted.test(samples[place]))
                .toArray();
    }

    double resting() {
        return this.resting;
    }

    /** Returns the interval between samples. */
    double stepSeconds() {
        return this.stepSeconds;
    }

    /** @param leastResting from 0 to 1 */
    boolean swings(double leastResting) {
        return this.resting >= leastResting
                && this.working >= LEAST_WORKING
                && this.resting + this.working >= DECIDED
                && this.turns.length >= LEAST_TURNS;
    }

    /** Returns the seconds since the first swing. */
    double heldSeconds() {
        return this.turns.length == 0 ? 0 : (this.samples.length - this.turns[0]) * this.stepSeconds;
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
    static double withinRounds(GpuRuleContext gpu, long span) {
        double[] least = gpu.gpu().minutes(Metric.UTILIZATION_GPU_MIN).last(gpu.now(), span);
        double[] most = gpu.gpu().minutes(Metric.UTILIZATION_GPU_MAX).last(gpu.now(), span);
        double low = gpu.threshold("low");
        double high = gpu.threshold("high");
        return IntStream.range(0, least.length)
                .filter((round) -> !Double.isNaN(least[round]) && !Double.isNaN(most[round]))
                .mapToDouble((round) -> least[round] <= low && most[round] >= high ? 1 : 0)
                .average()
                .orElse(Double.NaN);
    }
}
