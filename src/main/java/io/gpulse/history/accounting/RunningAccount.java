package io.gpulse.history.accounting;

import io.gpulse.device.GpuSample;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The account of a GPU that this process looks at. */
final class RunningAccount {

    private final String uuid;
    private final IntervalReader meter;
    private final double firstCounter;
    private long since;
    private final long begunAt;
    private Sums sums = new Sums();
    private int index;
    private @Nullable Instant idleSince;
    private @Nullable Instant firstIdleSince;
    private boolean noted;

    RunningAccount(String uuid, IntervalReader meter) {
        this.uuid = uuid;
        this.meter = meter;
        this.firstCounter = meter.counter();
        this.begunAt = meter.at();
        this.since = meter.at();
    }

    String uuid() {
        return this.uuid;
    }

    IntervalReader meter() {
        return this.meter;
    }

    void add(Interval elapsed) {
        elapsed.addTo(this.sums);
    }

    /** Notes how it is now. */
    void note(GpuSample gpu) {
        this.index = gpu.index();
        this.idleSince = gpu.activity().idleSince();
        if (!this.noted) {
            this.firstIdleSince = this.idleSince;
            this.noted = true;
        }
    }

    /** When this process saw it first, in epoch ms. */
    long begunAt() {
        return this.begunAt;
    }

    int index() {
        return this.index;
    }

    Sums sums() {
        return this.sums;
    }

    GpuAccount account() {
        return new GpuAccount(
                this.uuid, this.since, this.meter.at(), this.idleSince, this.meter.counter(), this.sums.copy());
    }

    /** Whether another process counted some of this time, or the clock was set back. */
    boolean overlaps(GpuAccount earlier) {
        return earlier.at() > this.begunAt;
    }

    /** Whether it has been idle ever since this process saw it first. */
    boolean isIdleSinceFirst() {
        return this.firstIdleSince != null && this.firstIdleSince.equals(this.idleSince);
    }

    /**
     * Goes on with what an earlier process counted.
     *
     * @return the time in between; null when there was none
     */
    @Nullable
    Gap restore(GpuAccount earlier) {
        boolean overlapping = overlaps(earlier);
        long from = earlier.at();
        long to = overlapping ? this.meter.at() : this.begunAt;
        double end = overlapping ? this.meter.counter() : this.firstCounter;
        if (overlapping) {
            // What the other says holds.
            this.sums = new Sums();
        }
        this.since = Math.min(this.since, earlier.since());
        this.sums.add(earlier.sums());
        if (to <= from) {
            return null;
        }
        this.meter.continueFrom(earlier.counter(), (to - from) / 1000.0);
        double joules = end - earlier.counter();
        // A counter that has become less began anew when the driver was loaded.
        boolean believed = joules >= 0 && joules <= this.meter.most((to - from) / 1000.0);
        Gap gap = new Gap(this.uuid, from, to, believed ? joules : Double.NaN);
        this.sums.add(Occupancy.UNKNOWN, (to - from) / 1000.0, Double.isNaN(gap.joules()) ? 0 : joules);
        return gap;
    }
}
