package io.gpulse.history.mark;

import java.time.Duration;
import java.util.function.LongSupplier;

/** How often marks may be made, by all together: at once a minute's worth, and then one after the other. */
final class MarkRate {

    static final int A_MINUTE = 120;

    private static final long EACH_NANOS = Duration.ofMinutes(1).toNanos() / A_MINUTE;

    private final LongSupplier nanos;
    private double left = A_MINUTE;
    private long since;

    /** @param nanos a monotonic clock, in nanoseconds */
    MarkRate(LongSupplier nanos) {
        this.nanos = nanos;
        this.since = nanos.getAsLong();
    }

    /** Whether another may be made now. */
    synchronized boolean take() {
        long now = this.nanos.getAsLong();
        this.left = Math.min(A_MINUTE, this.left + (now - this.since) / (double) EACH_NANOS);
        this.since = now;
        if (this.left < 1) {
            return false;
        }
        this.left--;
        return true;
    }
}
