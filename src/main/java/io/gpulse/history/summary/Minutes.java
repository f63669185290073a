package io.gpulse.history.summary;

import java.util.PriorityQueue;

/** A high percentile of the means of the minutes of one series: the greatest are kept, for there may be half a million. */
final class Minutes {

    private final double part;
    private final int most;
    private final PriorityQueue<Double> greatest = new PriorityQueue<>();
    private int count;

    /**
     * @param part from 0 to 1
     * @param atMost how many minutes there can be
     */
    Minutes(double part, int atMost) {
        this.part = part;
        this.most = atMost - rank(atMost) + 2;
    }

    /** How many of so many are not above the percentile. */
    private int rank(int of) {
        return (int) Math.ceil(this.part * of);
    }

    /** @param mean NaN when it is not known */
    void add(double mean) {
        if (Double.isNaN(mean)) {
            return;
        }
        this.count++;
        Double least = this.greatest.peek();
        if (least == null || this.greatest.size() < this.most) {
            this.greatest.add(mean);
        } else if (mean > least) {
            this.greatest.remove();
            this.greatest.add(mean);
        }
    }

    /** The least value that such a part of them does not exceed; NaN when none is known. */
    double percentile() {
        return this.greatest.stream()
                .sorted()
                .skip(Math.max(0, this.greatest.size() - (this.count - rank(this.count) + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }
}
