package io.gpulse.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for another thread without keeping a processor busy; fails after 30 s. A costly condition is evaluated less
 * often.
 */
public final class Wait {

    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final long SHORTEST_NANOS = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_NANOS = Duration.ofMillis(50).toNanos();
    private static final int PAUSES = 4;

    private Wait() {}

    public static void until(BooleanSupplier condition) {
        until(condition, USUAL);
    }

    /** @param most fails after that */
    public static void until(BooleanSupplier condition, Duration most) {
        long start = System.nanoTime();
        long before = start;
        while (!condition.getAsBoolean()) {
            long now = System.nanoTime();
            if (now - start > most.toNanos()) {
                throw new AssertionError("The condition did not become true within " + most.toSeconds() + " s");
            }
            LockSupport.parkNanos(Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, PAUSES * (now - before))));
            before = System.nanoTime();
        }
    }
}
