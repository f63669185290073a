package io.gpulse.web.body;

import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits the number of objects that all clients together create: {@value #A_MINUTE} at once, and {@value #A_MINUTE} per
 * minute. Thread-safe.
 */
public final class RateLimiter {

    public static final int A_MINUTE = 120;

    private static final long EACH_NANOS = Duration.ofMinutes(1).toNanos() / A_MINUTE;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final String things;
    private final LongSupplier nanos;
    private double left = A_MINUTE;
    private long since;

    /**
     * @param things name of the objects in the error, such as {@code marks}
     * @param nanos a monotonic clock, in nanoseconds
     */
    public RateLimiter(String things, LongSupplier nanos) {
        this.things = things;
        this.nanos = nanos;
        this.since = nanos.getAsLong();
    }

    /** @throws ProblemException when one more object would exceed the limit */
    public synchronized void take() {
        long now = this.nanos.getAsLong();
        this.left = Math.min(A_MINUTE, this.left + (now - this.since) / (double) EACH_NANOS);
        this.since = now;
        if (this.left < 1) {
            throw ProblemException.tooManyRequests(
                    "There were more than " + A_MINUTE + " " + this.things + " in a minute; try again in a second.",
                    RETRY_AFTER);
        }
        this.left--;
    }
}
