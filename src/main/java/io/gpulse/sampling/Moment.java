package io.gpulse.sampling;

import java.time.Duration;
import java.time.Instant;

/**
 * A point in time on both clocks of the sampler. Moments are compared by their uptime only, since the wall clock may
 * have been set between them.
 *
 * @param wallTime the time of day to show; no duration is computed from it
 * @param uptime by the monotonic clock, since the start of the sampler
 */
record Moment(Instant wallTime, Duration uptime) {

    /** A moment that is not later than any reading of the clock. */
    static final Moment PAST = new Moment(Instant.MIN, Duration.ZERO);

    /** A moment that is later than any reading of the clock. */
    static final Moment NEVER = new Moment(Instant.MAX, Duration.ofSeconds(Long.MAX_VALUE));

    boolean isBefore(Moment other) {
        return this.uptime.compareTo(other.uptime) < 0;
    }

    Duration since(Moment earlier) {
        return this.uptime.minus(earlier.uptime);
    }

    Moment plus(Duration duration) {
        return new Moment(this.wallTime.plus(duration), this.uptime.plus(duration));
    }
}
