package io.gpulse.insight.window;

import java.util.Arrays;

/**
 * Traffic to a GPU while it is less active than usual, and while it is more active.
 *
 * @param resting bytes per second; NaN when it is unknown
 * @param working bytes per second
 * @param correlation of activity and traffic
 */
public record IdlePhaseTraffic(double resting, double working, double correlation) {

    private static final double OPPOSITE = -0.4;
    private static final double MORE = 1.5;
    private static final double LEAST_BYTES_PER_SECOND = 100e6;

    public static IdlePhaseTraffic of(float[] activity, float[] traffic) {
        double median = median(activity);
        double[] sums = new double[2];
        int[] counts = new int[2];
        for (int i = 0; i < activity.length; i++) {
            if (!Float.isNaN(activity[i]) && !Float.isNaN(traffic[i])) {
                int half = activity[i] < median ? 0 : 1;
                sums[half] += traffic[i];
                counts[half]++;
            }
        }
        return new IdlePhaseTraffic(
                mean(sums[0], counts[0]), mean(sums[1], counts[1]), Series.correlation(activity, 0, traffic, 0));
    }

    private static double mean(double sum, int count) {
        return count == 0 ? Double.NaN : sum / count;
    }

    private static double median(float[] values) {
        float[] sorted = values.clone();
        Arrays.sort(sorted);
        int known = sorted.length;
        // NaN is sorted to the end.
        while (known > 0 && Float.isNaN(sorted[known - 1])) {
            known--;
        }
        return known == 0 ? Double.NaN : sorted[known / 2];
    }

    public boolean risesInPauses() {
        return this.correlation <= OPPOSITE
                && this.resting >= LEAST_BYTES_PER_SECOND
                && this.resting >= MORE * this.working;
    }
}
