package io.gpulse.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for another thread; gives up when something must be broken. */
public final class Wait {

    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    private Wait() {}

    public static void until(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new AssertionError("It has not come about");
            }
            Thread.onSpinWait();
        }
    }
}
