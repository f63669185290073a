package io.gpulse.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for another thread without keeping a processor busy. A costly condition is evaluated less often. */
public final class Wait {

    /**
     * The time after which a test fails that waits for another thread, a connection or a process. It is long: a machine
     * with forty other programs on two cores is slow, not broken.
     */
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    /** The same for a socket, before the server closes an idle connection after 60 s. */
    public static final int PATIENCE_MILLIS = 50_000;

    private static final long SHORTEST_NANOS = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_NANOS = Duration.ofMillis(50).toNanos();
    private static final int PAUSES = 4;

    private Wait() {}

    public static void until(BooleanSupplier condition) {
        until(condition, PATIENCE);
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
