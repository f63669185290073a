package io.gpulse.history;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** The schedule of pruning, delayed after changes of the clock: a wrong clock makes all rows look too old. */
final class PruneSchedule {

    private static final Duration EVERY = Duration.ofMinutes(5);

    /** The first pruning; by then a clock that was wrong at the start is set. */
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

    /** Returns whether pruning is due, and if so schedules the next one. */
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

    /** Returns the difference between the wall clock and the monotonic clock, in ms. */
    private long offset() {
        return this.clock.millis() - Duration.ofNanos(this.nanos.getAsLong()).toMillis();
    }
}
