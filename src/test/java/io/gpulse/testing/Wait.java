package io.gpulse.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for another thread without keeping a processor busy; fails after 30 s. */
public final class Wait {

    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final long INTERVAL_NANOS = Duration.ofMillis(1).toNanos();

    private Wait() {}

    public static void until(BooleanSupplier condition) {
        until(condition, USUAL);
    }

    /** @param most fails after that */
    public static void until(BooleanSupplier condition, Duration most) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > most.toNanos()) {
                throw new AssertionError("The condition did not become true within " + most.toSeconds() + " s");
            }
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }
}
