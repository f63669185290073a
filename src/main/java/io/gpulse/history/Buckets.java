package io.gpulse.history;

import java.util.Arrays;

/** Minimum, mean and maximum of one series, bucket by bucket. */
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

    /** The least, the mean and the most of some time. */
    public record Spread(double least, double mean, double most) {}

    /**
     * Adds what is known of a moment, or of the time that begins with it.
     *
     * @param samples how many samples it is the mean of
     */
    public void add(long at, Spread spread, double samples) {
        if (at < this.window.from() || at >= this.window.to() || Double.isNaN(spread.mean)) {
            return;
        }
        int bucket = (int) ((at - this.window.from()) / this.window.stepMillis());
        this.min[bucket] = Math.min(this.min[bucket], spread.least);
        this.max[bucket] = Math.max(this.max[bucket], spread.most);
        this.sum[bucket] += spread.mean * samples;
        this.weight[bucket] += samples;
    }

    public boolean isEmpty(int bucket) {
        return this.weight[bucket] == 0;
    }

    /** Of how many samples it is made. */
    public double weight(int bucket) {
        return this.weight[bucket];
    }

    /** NaN where nothing is known. */
    public double min(int bucket) {
        return isEmpty(bucket) ? Double.NaN : this.min[bucket];
    }

    /** NaN where nothing is known. */
    public double avg(int bucket) {
        return this.sum[bucket] / this.weight[bucket];
    }

    /** NaN where nothing is known. */
    public double max(int bucket) {
        return isEmpty(bucket) ? Double.NaN : this.max[bucket];
    }
}
