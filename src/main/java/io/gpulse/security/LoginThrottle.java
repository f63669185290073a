package io.gpulse.security;

import io.gpulse.web.ClientAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Limits the guessing of passwords: after some failures an address must wait before the next attempt, longer each time.
 * Safe for use by several threads.
 */
final class LoginThrottle {

    static final int FREE = 10;

    private static final Duration MOST = Duration.ofMinutes(1);
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);
    private static final int MOST_ADDRESSES = 10_000;
    private static final int LONGEST_POWER = 6;

    private final LongSupplier nanos;

    /** The attempts by address, in the order of the last one. */
    private final Map<ClientAddress, Failures> failures = new LinkedHashMap<>();

    private record Failures(int count, long lastAt) {}

    /** @param nanos a monotonic clock: the wall clock may be set */
    LoginThrottle(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Starts an attempt, which counts as failed until it succeeds, so that concurrent attempts count as failures.
     *
     * @return the time to wait in place of an attempt; zero when it is permitted
     */
    synchronized Optional<Duration> begin(ClientAddress from) {
        long now = this.nanos.getAsLong();
        Failures before = known(from, now);
        Duration wait = pause(before.count()).minusNanos(now - before.lastAt());
        if (wait.compareTo(Duration.ZERO) > 0) {
            return Optional.of(wait);
        }
        this.failures.remove(from);
        this.failures.put(from, new Failures(before.count() + 1, now));
        if (this.failures.size() > MOST_ADDRESSES) {
            this.failures.remove(this.failures.keySet().iterator().next());
        }
        return Optional.empty();
    }

    /** Removes this attempt from the failures, but no earlier one, which may have been a guess at another user. */
    synchronized void succeeded(ClientAddress from) {
        this.failures.computeIfPresent(
                from, (same, before) -> before.count() <= 1 ? null : new Failures(before.count() - 1, before.lastAt()));
    }

    private Failures known(ClientAddress from, long now) {
        Failures before = this.failures.get(from);
        return before != null && now - before.lastAt() < FORGOTTEN_AFTER.toNanos() ? before : new Failures(0, now);
    }

    private static Duration pause(int failures) {
        if (failures < FREE) {
            return Duration.ZERO;
        }
        Duration doubled = Duration.ofSeconds(1L << Math.min(failures - FREE, LONGEST_POWER));
        return doubled.compareTo(MOST) > 0 ? MOST : doubled;
    }
}
