package io.gpulse.history;

import java.util.Arrays;

/** Minimum, mean and maximum of one series in buckets. */
public final class Buckets {

    private final WindowQuery window;
    private final double[] min;
    private final double[] max;
    private final double[] sum;
    private final double[] weight;

    public Buckets(WindowQuery window) {
        this.window = window;
        int count = window.buckets();
        this.min = new double[count];
        this.max = new double[count];
        this.sum = new double[count];
        this.weight = new double[count];
        Arrays.fill(this.min, Double.POSITIVE_INFINITY);
        Arrays.fill(this.max, Double.NEGATIVE_INFINITY);
    }

    /** Minimum, mean and maximum of a time span. */
    public record Spread(double min, double mean, double max) {}

    /**
     * Adds the values of a sample, or of the minute or hour that begins at a time.
     *
     * @param samples number of samples that the values aggregate
     */
    public void add(long at, Spread spread, double samples) {
        if (at < this.window.from() || at >= this.window.to() || Double.isNaN(spread.mean)) {
            return;
        }
        int bucket = (int) ((at - this.window.from()) / this.window.stepMillis());
        this.min[bucket] = Math.min(this.min[bucket], spread.min);
        this.max[bucket] = Math.max(this.max[bucket], spread.max);
        this.sum[bucket] += spread.mean * samples;
        this.weight[bucket] += samples;
    }

    int count() {
        return this.min.length;
    }

    public boolean isEmpty(int bucket) {
        return this.weight[bucket] == 0;
    }

    /** Returns the number of samples in a bucket. */
    public double weight(int bucket) {
        return this.weight[bucket];
    }

    /** Returns the minimum of a bucket; NaN when it is empty. */
    public double min(int bucket) {
        return isEmpty(bucket) ? Double.NaN : this.min[bucket];
    }

    /** Returns the mean of a bucket; NaN when it is empty. */
    public double avg(int bucket) {
        return this.sum[bucket] / this.weight[bucket];
    }

    /** Returns the maximum of a bucket; NaN when it is empty. */
    public double max(int bucket) {
        return isEmpty(bucket) ? Double.NaN : this.max[bucket];
    }
}
