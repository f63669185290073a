package io.gpulse.security;

import io.gpulse.web.ClientAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Slows down who guesses: after some wrong passwords an address has to wait before the next is looked at, longer each
 * time. Safe for use by several threads.
 */
final class LoginThrottle {

    static final int FREE = 10;

    private static final Duration MOST = Duration.ofMinutes(1);
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);
    private static final int MOST_ADDRESSES = 10_000;
    private static final int LONGEST_POWER = 6;

    private final Clock clock;

    /** In the order of the last attempt. */
    private final Map<ClientAddress, Failures> failures = new LinkedHashMap<>();

    private record Failures(int count, Instant lastAt) {}

    LoginThrottle(Clock clock) {
        this.clock = clock;
    }

    /**
     * Begins an attempt, which counts as failed until it is told to have succeeded: many at once are many failures.
     *
     * @return how long to wait instead
     */
    synchronized Optional<Duration> begin(ClientAddress from) {
        Instant now = this.clock.instant();
        Failures before = known(from, now);
        Duration wait = Duration.between(now, before.lastAt().plus(pause(before.count())));
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

    /** Takes back that attempt, and none of those before: who is right once may have been guessing at another. */
    synchronized void succeeded(ClientAddress from) {
        this.failures.computeIfPresent(
                from, (same, before) -> before.count() <= 1 ? null : new Failures(before.count() - 1, before.lastAt()));
    }

    private Failures known(ClientAddress from, Instant now) {
        Failures before = this.failures.get(from);
        return before != null && before.lastAt().plus(FORGOTTEN_AFTER).isAfter(now) ? before : new Failures(0, now);
    }

    private static Duration pause(int failures) {
        if (failures < FREE) {
            return Duration.ZERO;
        }
        Duration doubled = Duration.ofSeconds(1L << Math.min(failures - FREE, LONGEST_POWER));
        return doubled.compareTo(MOST) > 0 ? MOST : doubled;
    }
}
