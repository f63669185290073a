package io.gpulse.nvml.probe;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * The clocks that the driver's answers are compared with.
 *
 * @param nanos a monotonic clock, in nanoseconds
 * @param micros the clock of the driver's time stamps, in microseconds since 1970; {@link Long#MAX_VALUE} for a
 *     simulated or recorded driver, whose time is not that of this machine
 */
public record DriverClock(LongSupplier nanos, LongSupplier micros) {

    /** Returns the clocks of this machine. */
    public static DriverClock ofThisMachine() {
        InstantSource wall = InstantSource.system();
        return new DriverClock(System::nanoTime, () -> ChronoUnit.MICROS.between(Instant.EPOCH, wall.instant()));
    }

    /** Returns the clocks of a driver whose time of day is not known. */
    public static DriverClock monotonic(LongSupplier nanos) {
        return new DriverClock(nanos, () -> Long.MAX_VALUE);
    }
}
