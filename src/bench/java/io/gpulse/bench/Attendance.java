package io.gpulse.bench;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The events that subscribers received, and their delays. Written by one thread, read by others. */
final class Attendance {

    private int present;
    private long newest = Long.MIN_VALUE;
    private long received;
    private long missed;
    private int[] micros = new int[1 << 16];
    private int kept;

    /**
     * @param last the id that the same subscriber received before; null when this is its first
     * @param late µs from the snapshot to its arrival
     */
    synchronized void received(long id, @Nullable Long last, long late) {
        this.present += last == null ? 1 : 0;
        this.missed += last == null ? 0 : id - last - 1;
        this.newest = Math.max(this.newest, id);
        this.received++;
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

    /** Returns the number of subscribers that have received an event. */
    synchronized int present() {
        return this.present;
    }

    synchronized long newest() {
        return this.newest;
    }

    synchronized long received() {
        return this.received;
    }

    /** Returns the number of gaps between consecutive events of a subscriber. */
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
