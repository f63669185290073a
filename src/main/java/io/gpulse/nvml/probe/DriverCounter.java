package io.gpulse.nvml.probe;

import io.gpulse.device.Counter;
import org.jspecify.annotations.Nullable;

/** A counter of the driver, on its clock where that can be trusted. */
final class DriverCounter {

    private static final double NANOS = 1e9;

    private Counter counter = new Counter(Counter.EVER);
    private @Nullable CounterValue last;
    private long count;
    private long nanos;

    /** Adds a value, and returns its gain. */
    Counter.Gain add(CounterValue now) {
        CounterValue before = this.last;
        this.last = now;
        if (before != null) {
            this.nanos += Math.round(now.secondsSince(before) * NANOS);
        }
        // A narrow counter may have wrapped once.
        this.count = before == null || !now.isNarrow() ? now.raw() : this.count + now.gainedSince(before);
        return this.counter.addUnsigned(this.count, this.nanos);
    }

    /** Doubts the last value, since its gain is impossible. */
    void doubt() {
        if (isNarrow()) {
            // It may have wrapped, so that the value before cannot be used either.
            this.last = null;
            this.counter = new Counter(Counter.EVER);
        } else {
            this.counter.doubt();
        }
    }

    boolean isNarrow() {
        return this.last != null && this.last.isNarrow();
    }
}
