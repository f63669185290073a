package io.gpulse.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for another thread without keeping a processor busy; fails after 30 s. */
public final class Wait {

    private static final long TIMEOUT_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long INTERVAL_NANOS = Duration.ofMillis(1).toNanos();

    private Wait() {}

    public static void until(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > TIMEOUT_NANOS) {
                throw new AssertionError("The condition did not become true within 30 s");
            }
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }
}
