package io.gpulse.history.accounting;

import io.gpulse.device.GpuSample;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The account of a GPU that this process samples. */
final class RunningAccount {

    private final String uuid;
    private final IntervalReader reader;
    private final double firstCounter;
    private long since;
    private final long beganAt;
    private Sums sums = new Sums();
    private int index;
    private @Nullable Instant idleSince;

    RunningAccount(String uuid, IntervalReader reader) {
        this.uuid = uuid;
        this.reader = reader;
        this.firstCounter = reader.counter();
        this.beganAt = reader.at();
        this.since = reader.at();
    }

    String uuid() {
        return this.uuid;
    }

    IntervalReader reader() {
        return this.reader;
    }

    void add(Interval interval) {
        interval.addTo(this.sums);
    }

    /** Updates index and idle time. */
    void update(GpuSample gpu) {
        this.index = gpu.index();
        this.idleSince = gpu.activity().idleSince();
    }

    int index() {
        return this.index;
    }

    Sums sums() {
        return this.sums;
    }

    GpuAccount account() {
        return new GpuAccount(
                this.uuid, this.since, this.reader.at(), this.idleSince, this.reader.counter(), this.sums.copy());
    }

    /** Returns whether another process counted some of this time, or the clock was set back. */
    boolean overlaps(GpuAccount earlier) {
        return earlier.at() > this.beganAt;
    }

    /**
     * Continues the account of an earlier process.
     *
     * @return the time in between; null when there is none
     */
    @Nullable
    Gap restore(GpuAccount earlier) {
        boolean overlapping = overlaps(earlier);
        long from = earlier.at();
        long to = overlapping ? this.reader.at() : this.beganAt;
        double end = overlapping ? this.reader.counter() : this.firstCounter;
        if (overlapping) {
            // The account of the other process takes precedence.
            this.sums = new Sums();
        }
        this.since = Math.min(this.since, earlier.since());
        this.sums.add(earlier.sums());
        if (to <= from) {
            return null;
        }
        this.reader.continueFrom(earlier.counter(), (to - from) / 1000.0);
        double joules = end - earlier.counter();
        // A lower counter was reset when the driver was loaded.
        boolean plausible = joules >= 0 && joules <= this.reader.mostJoules((to - from) / 1000.0);
        Gap gap = new Gap(this.uuid, from, to, plausible ? joules : Double.NaN);
        this.sums.add(Occupancy.UNKNOWN, (to - from) / 1000.0, Double.isNaN(gap.joules()) ? 0 : joules);
        return gap;
    }
}
