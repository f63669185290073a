package io.gpulse.history.answer;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Decides whether a client reads its response fast enough. Called about once a second, by one thread. */
final class SlowReader {

    /** Longest time without a byte. */
    static final Duration LONGEST_STALL = Duration.ofSeconds(10);

    static final Duration RATE_OVER = Duration.ofSeconds(30);
    static final Duration LONGEST_ANSWER = Duration.ofMinutes(2);

    /** Minimum rate, in bytes per second. */
    static final long LEAST_RATE = 4096;

    private final LongSupplier nanos;
    private final long beganAt;
    private long stalledSince;
    private long rateSince;
    private long atRateSince;
    private long sent;
    private long countedSince;
    private boolean started;

    /** @param nanos a monotonic clock, in nanoseconds */
    SlowReader(LongSupplier nanos) {
        this.nanos = nanos;
        this.beganAt = nanos.getAsLong();
        this.stalledSince = this.beganAt;
        this.rateSince = this.beganAt;
    }

    /**
     * Returns whether the client reads fast enough.
     *
     * @param bytes sent on the client's connection, counted from any number on
     * @param waiting whether bytes wait for the client
     */
    boolean isFastEnough(long bytes, boolean waiting) {
        long now = this.nanos.getAsLong();
        if (!this.started) {
            this.started = true;
            this.sent = bytes;
            this.atRateSince = bytes;
            this.countedSince = now;
        }
        if (!waiting || bytes > this.sent) {
            this.stalledSince = now;
            this.sent = Math.max(this.sent, bytes);
        }
        if (!waiting) {
            beginRate(now);
        }
        boolean slow = false;
        if (now - this.rateSince >= RATE_OVER.toNanos()) {
            double seconds = (now - this.countedSince) / 1e9;
            slow = this.sent - this.atRateSince < LEAST_RATE * seconds;
            beginRate(now);
        }
        return !slow
                && now - this.stalledSince < LONGEST_STALL.toNanos()
                && now - this.beganAt < LONGEST_ANSWER.toNanos();
    }

    private void beginRate(long now) {
        this.rateSince = now;
        this.countedSince = now;
        this.atRateSince = this.sent;
    }
}
