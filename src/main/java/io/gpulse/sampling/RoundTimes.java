package io.gpulse.sampling;

import java.time.Duration;
import java.util.Arrays;

/** The durations of the last rounds. Written by one thread, read by any. */
final class RoundTimes {

    private final long[] nanos = new long[512];
    private long count;

    synchronized void add(Duration took) {
        this.nanos[(int) (this.count % this.nanos.length)] = took.toNanos();
        this.count++;
    }

    synchronized long count() {
        return this.count;
    }

    /** Returns the duration that this share of the rounds did not exceed; zero before the first. */
    synchronized Duration quantile(double share) {
        int known = (int) Math.min(this.count, this.nanos.length);
        if (known == 0) {
            return Duration.ZERO;
        }
        long[] sorted = Arrays.copyOf(this.nanos, known);
        Arrays.sort(sorted);
        return Duration.ofNanos(sorted[(int) Math.ceil(share * known) - 1]);
    }
}
