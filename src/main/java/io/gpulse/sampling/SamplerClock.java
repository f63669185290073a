package io.gpulse.sampling;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * The two clocks of the sampler: the wall clock, in milliseconds as all times are shown, which can be set at any time,
 * and a monotonic one.
 */
final class SamplerClock {

    private final InstantSource wallClock;
    private final LongSupplier nanos;
    private final long startNanos;

    /** @param nanos a monotonic clock, in nanoseconds */
    SamplerClock(InstantSource wallClock, LongSupplier nanos) {
        this.wallClock = wallClock;
        this.nanos = nanos;
        this.startNanos = nanos.getAsLong();
    }

    static SamplerClock system() {
        return new SamplerClock(Clock.systemUTC(), System::nanoTime);
    }

    Moment now() {
        Instant wallTime = this.wallClock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Moment(wallTime, Duration.ofNanos(this.nanos.getAsLong() - this.startNanos));
    }
}
