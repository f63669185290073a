package io.gpulse.insight.window;

import java.util.Arrays;

/**
 * How a counter that hardly ever changes has grown. A counter that went back began anew with the driver: what it says
 * then was gained since.
 */
public final class ChangeLog {

    private static final int FEW = 4;
    private static final int MOST = 96;

    /** Those are kept as they are. */
    private static final int NEWEST = 16;

    private final long firstAt;
    private final long firstCount;
    private long lastCount;
    private long gained;
    private long[] times = new long[0];
    private long[] gains = new long[0];
    private int size;

    /** @param at when it was seen first, in epoch ms */
    public ChangeLog(long at, long count) {
        this.firstAt = at;
        this.firstCount = count;
        this.lastCount = count;
    }

    /** @param at in epoch ms; what is told of a time before the last change is of a clock that was set back */
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
     * Joins the two neighbours that are closest for their age, so that what is told of any time is less than the truth
     * by a tenth or so at most, and never more.
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

    /** @param from in epoch ms */
    public long gainedSince(long from) {
        int place = this.size;
        while (place > 0 && this.times[place - 1] >= from) {
            place--;
        }
        return this.gained - (place == 0 ? 0 : this.gains[place - 1]);
    }

    /** Since it was seen first. */
    public long gained() {
        return this.gained;
    }

    /** When it was seen first, in epoch ms. */
    public long firstAt() {
        return this.firstAt;
    }

    /** What it said when it was seen first. */
    public long firstCount() {
        return this.firstCount;
    }

    /** What it says now. */
    public long count() {
        return this.lastCount;
    }

    /** When it changed first since then, in epoch ms; 0 when it did not. */
    public long firstChangeSince(long from) {
        for (int i = 0; i < this.size; i++) {
            if (this.times[i] >= from) {
                return this.times[i];
            }
        }
        return 0;
    }
}
