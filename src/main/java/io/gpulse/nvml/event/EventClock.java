package io.gpulse.nvml.event;

import java.time.Clock;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The clocks of events, and a pause without a call of the driver.
 *
 * @param wallClock for the time at which an event was received
 * @param nanos a monotonic clock, in nanoseconds
 * @param pause blocks for about this number of nanoseconds
 */
public record EventClock(InstantSource wallClock, LongSupplier nanos, LongConsumer pause) {

    public static EventClock system() {
        return new EventClock(Clock.systemUTC(), System::nanoTime, LockSupport::parkNanos);
    }
}
