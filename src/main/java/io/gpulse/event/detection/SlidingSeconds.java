package io.gpulse.event.detection;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The number of seconds of the last minute in which a condition held, by the monotonic clock. */
final class SlidingSeconds {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final Deque<Held> held = new ArrayDeque<>();
    private double sum;
    private long before = Long.MIN_VALUE;

    private record Held(long nanos, Instant at, double seconds) {}

    /** @return the number of seconds for which the condition held since the previous round */
    double add(boolean holds, Snapshot round) {
        double every = round.every().toNanos() / 1e9;
        double passed = this.before == Long.MIN_VALUE ? every : (round.nanos() - this.before) / 1e9;
        this.before = round.nanos();
        if (!holds) {
            return 0;
        }
        // During a gap the condition is unknown.
        double seconds = Math.min(passed, 2 * every);
        this.held.add(new Held(round.nanos(), round.takenAt(), seconds));
        this.sum += seconds;
        forget(round.nanos());
        return seconds;
    }

    void forget(long now) {
        while (!this.held.isEmpty() && now - this.held.getFirst().nanos >= MINUTE) {
            this.sum -= this.held.removeFirst().seconds;
        }
        if (this.held.isEmpty()) {
            this.sum = 0;
        }
    }

    double seconds() {
        return this.sum;
    }

    /** Returns when the condition held first within the minute; null if it did not. */
    @Nullable
    Instant since() {
        return this.held.isEmpty() ? null : this.held.getFirst().at;
    }
}
