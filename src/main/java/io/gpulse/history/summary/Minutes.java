package io.gpulse.history.summary;

import java.util.Arrays;

/** Means of the minutes of one series: half as large as they could be, for there may be half a million. */
final class Minutes {

    private static final int FIRST = 64;

    private float[] means = new float[FIRST];
    private int count;

    /** @param mean NaN when it is not known */
    void add(double mean) {
        if (Double.isNaN(mean)) {
            return;
        }
        if (this.count == this.means.length) {
            this.means = Arrays.copyOf(this.means, 2 * this.count);
        }
        this.means[this.count++] = (float) mean;
    }

    /** The least that such a part of them does not exceed; NaN when none is known. */
    double percentile(double part) {
        if (this.count == 0) {
            return Double.NaN;
        }
        Arrays.sort(this.means, 0, this.count);
        return this.means[(int) Math.ceil(part * this.count) - 1];
    }
}
