package io.gpulse.history.summary;

import java.util.PriorityQueue;

/** The largest means of the minutes of one series, only as many as its percentile needs. */
final class Minutes {

    private static final double PERCENTILE = 0.95;

    private final int most;
    private final PriorityQueue<Double> largest = new PriorityQueue<>();
    private long count;

    /**
     * Creates an empty collection.
     *
     * @param minutes maximum number of added means
     */
    Minutes(long minutes) {
        this.most = held(minutes);
    }

    /** Returns the maximum number of means in memory. */
    static int held(long minutes) {
        return Math.toIntExact(minutes - (long) Math.ceil(PERCENTILE * minutes) + 2);
    }

    /** @param mean NaN when unknown */
    void add(double mean) {
        if (Double.isNaN(mean)) {
            return;
        }
        this.count++;
        if (this.largest.size() == this.most) {
            this.largest.add(Math.max(mean, this.largest.remove()));
        } else {
            this.largest.add(mean);
        }
    }

    /** Returns the percentile of the means; NaN without any mean. */
    double percentile() {
        if (this.count == 0) {
            return Double.NaN;
        }
        long above = this.count - (long) Math.ceil(PERCENTILE * this.count);
        return this.largest.stream()
                .sorted()
                .skip(Math.max(0, this.largest.size() - 1 - above))
                .findFirst()
                .orElse(Double.NaN);
    }
}
