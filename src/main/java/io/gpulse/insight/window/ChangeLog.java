package io.gpulse.insight.window;

import java.util.Arrays;

/**
 * The growth of a counter that rarely changes. A counter that decreased restarted with the driver: its value is its
 * growth since then.
 */
public final class ChangeLog {

    private static final int FEW = 4;
    private static final int MOST = 96;

    /** Number of the newest changes that are never joined. */
    private static final int NEWEST = 16;

    private final long firstAt;
    private final long firstCount;
    private long lastCount;
    private long gained;
    private long[] times = new long[0];
    private long[] gains = new long[0];
    private int size;

    /** @param at the time of the first value, in epoch ms */
    public ChangeLog(long at, long count) {
        this.firstAt = at;
        this.firstCount = count;
        this.lastCount = count;
    }

    /** @param at in epoch ms; earlier than the last change when the clock was set back */
    public void add(long at, long count) {
        long more = count >= this.lastCount ? count - this.lastCount : count;
        this.lastCount = count;
        if (more == 0) {
            return;
        }
        this.gained += more;
        if (this.size == MOST) {
            thin(at);
        }
        if (this.size == this.times.length) {
            int room = Math.min(MOST, Math.max(FEW, 2 * this.size));
            this.times = Arrays.copyOf(this.times, room);
            this.gains = Arrays.copyOf(this.gains, room);
        }
        this.times[this.size] = this.size == 0 ? at : Math.max(at, this.times[this.size - 1]);
        this.gains[this.size++] = this.gained;
    }

    /**
     * Joins the two neighbours that are closest for their age. The growth since any time is then at most about a tenth
     * too low, and never too high.
     */
    private void thin(long now) {
        int closest = 0;
        double least = Double.MAX_VALUE;
        for (int i = 0; i + 1 < this.size - NEWEST; i++) {
            double apart = (double) (this.times[i + 1] - this.times[i]) / Math.max(1, now - this.times[i]);
            if (apart < least) {
                least = apart;
                closest = i;
            }
        }
        this.gains[closest] = this.gains[closest + 1];
        int after = closest + 2;
        System.arraycopy(this.times, after, this.times, after - 1, this.size - after);
        System.arraycopy(this.gains, after, this.gains, after - 1, this.size - after);
        this.size--;
    }

    /**
     * Returns the growth since a time.
     *
     * @param from in epoch ms
     */
    public long gainedSince(long from) {
        int place = this.size;
        while (place > 0 && this.times[place - 1] >= from) {
            place--;
        }
        return this.gained - (place == 0 ? 0 : this.gains[place - 1]);
    }

    /** Returns the growth since the first value. */
    public long gained() {
        return this.gained;
    }

    /** Returns the time of the first value, in epoch ms. */
    public long firstAt() {
        return this.firstAt;
    }

    /** Returns the first value. */
    public long firstCount() {
        return this.firstCount;
    }

    /** Returns the latest value. */
    public long count() {
        return this.lastCount;
    }

    /** Returns the time of the first change since a time, in epoch ms; 0 if there was none. */
    public long firstChangeSince(long from) {
        for (int i = 0; i < this.size; i++) {
            if (this.times[i] >= from) {
                return this.times[i];
            }
        }
        return 0;
    }
}
