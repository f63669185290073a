package io.gpulse.history.summary;

import java.util.Arrays;

/** The largest means of the minutes of one series, only as many as its percentile needs. */
final class Minutes {

    private static final int FIRST = 64;

    private final double part;
    private final int most;
    private double[] largest = new double[FIRST];
    private int kept;
    private long count;
    private double least = Double.NEGATIVE_INFINITY;

    /**
     * Creates an empty collection.
     *
     * @param part the percentile, from 0 to 1
     * @param minutes maximum number of added means
     */
    Minutes(double part, long minutes) {
        this.part = part;
        this.most = needed(part, minutes);
    }

    /** Returns the number of largest means among which the percentile is. */
    private static int needed(double part, long minutes) {
        return Math.toIntExact(minutes - (long) Math.ceil(part * minutes) + 2);
    }

    /** Returns the maximum number of means in memory. */
    static long held(double part, long minutes) {
        return 2L * needed(part, minutes);
    }

    /** @param mean NaN when unknown */
    void add(double mean) {
        if (Double.isNaN(mean)) {
            return;
        }
        this.count++;
        if (mean <= this.least) {
            return;
        }
        if (this.kept == 2 * this.most) {
            dropSmallest();
        } else if (this.kept == this.largest.length) {
            this.largest = Arrays.copyOf(this.largest, Math.min(2 * this.kept, 2 * this.most));
        }
        this.largest[this.kept++] = mean;
    }

    private void dropSmallest() {
        Arrays.sort(this.largest, 0, this.kept);
        System.arraycopy(this.largest, this.kept - this.most, this.largest, 0, this.most);
        this.kept = this.most;
        this.least = this.largest[0];
    }

    /** Returns the percentile of the means; NaN without any mean. */
    double percentile() {
        if (this.count == 0) {
            return Double.NaN;
        }
        Arrays.sort(this.largest, 0, this.kept);
        long above = this.count - (long) Math.ceil(this.part * this.count);
        return this.largest[Math.max(0, this.kept - 1 - Math.toIntExact(above))];
    }
}
