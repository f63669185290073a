package io.gpulse.history;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** When a store is pruned. A clock that was set forward by mistake would make everything too old. */
final class PruneSchedule {

    private static final Duration EVERY = Duration.ofMinutes(5);

    /** Until then a clock that starts wrong has been set. */
    private static final Duration FIRST = Duration.ofMinutes(10);

    private static final Duration LEAP = Duration.ofMinutes(5);

    private final InstantSource clock;
    private final LongSupplier nanos;
    private long dueAt;
    private long clockOffset;

    /** @param nanos a monotonic clock, in nanoseconds */
    PruneSchedule(InstantSource clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
        this.dueAt = nanos.getAsLong() + FIRST.toNanos();
        this.clockOffset = offset();
    }

    /** Whether it is time; if so, the next time is set. */
    boolean isDue() {
        if (Math.abs(offset() - this.clockOffset) > LEAP.toMillis()) {
            this.dueAt = this.nanos.getAsLong() + FIRST.toNanos();
        }
        this.clockOffset = offset();
        boolean due = this.nanos.getAsLong() - this.dueAt >= 0;
        if (due) {
            this.dueAt = this.nanos.getAsLong() + EVERY.toNanos();
        }
        return due;
    }

    /** Of the wall clock from the monotonic one, in ms. */
    private long offset() {
        return this.clock.millis() - Duration.ofNanos(this.nanos.getAsLong()).toMillis();
    }
}
