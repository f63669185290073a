package io.gpulse.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** A wall clock and a monotonic clock that advance together, until the wall clock is put forward or back. */
public final class SettableClock implements InstantSource {

    private final Instant start;
    private final LongSupplier running;
    private Duration advanced = Duration.ZERO;
    private volatile Duration correction = Duration.ZERO;

    /** A clock that a test sets. */
    public SettableClock(Instant start) {
        this(start, () -> 0);
    }

    /** @param running by which both clocks advance on their own: nanoseconds since the start */
    public SettableClock(Instant start, LongSupplier running) {
        this.start = start;
        this.running = running;
    }

    @Override
    public Instant instant() {
        return this.start.plusNanos(nanos()).plus(this.correction);
    }

    /** The monotonic clock. */
    public long nanos() {
        return this.running.getAsLong() + this.advanced.toNanos();
    }

    public void advance(Duration duration) {
        this.advanced = this.advanced.plus(duration);
    }

    /** Puts the wall clock forward, or back when negative, as an administrator or NTP does. */
    public void correctWallClock(Duration step) {
        this.correction = this.correction.plus(step);
    }
}
