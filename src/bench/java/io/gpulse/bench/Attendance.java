package io.gpulse.bench;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Who has heard what, and how late. Written by one thread, read by others. */
final class Attendance {

    private int present;
    private long newest = Long.MIN_VALUE;
    private long heard;
    private long missed;
    private int[] micros = new int[1 << 16];
    private int kept;

    /**
     * @param last the id that the same subscriber heard before; null when this is its first
     * @param late µs from the snapshot to its arrival
     */
    synchronized void heard(long id, @Nullable Long last, long late) {
        this.present += last == null ? 1 : 0;
        this.missed += last == null ? 0 : id - last - 1;
        this.newest = Math.max(this.newest, id);
        this.heard++;
        if (last != null) {
            keep((int) Math.min(late, Integer.MAX_VALUE));
        }
    }

    private void keep(int late) {
        if (this.kept == this.micros.length) {
            this.micros = Arrays.copyOf(this.micros, this.kept * 2);
        }
        this.micros[this.kept++] = late;
    }

    /** How many have heard anything. */
    synchronized int present() {
        return this.present;
    }

    synchronized long newest() {
        return this.newest;
    }

    synchronized long heard() {
        return this.heard;
    }

    /** Gaps between what one and the same subscriber has heard. */
    synchronized long missed() {
        return this.missed;
    }

    synchronized void forgetTimes() {
        this.kept = 0;
    }

    /** Milliseconds within which this share of events arrived. */
    synchronized double quantile(double share) {
        int[] sorted = Arrays.copyOf(this.micros, this.kept);
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[(int) ((sorted.length - 1) * share)] / 1000.0;
    }
}
