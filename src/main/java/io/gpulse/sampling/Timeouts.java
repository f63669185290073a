package io.gpulse.sampling;

import java.time.Duration;

/**
 * The timeouts and intervals of the sampler, all derived from the interval between rounds.
 *
 * @param every from the beginning of a round to the beginning of the next
 */
record Timeouts(Duration every) {

    private static final Duration ATTACHING = Duration.ofSeconds(1);
    private static final Duration SLOW = Duration.ofSeconds(10);
    private static final Duration STUCK = Duration.ofSeconds(5);
    private static final Duration LATE = Duration.ofMillis(800);
    private static final Duration MOST_AGE = Duration.ofSeconds(30);
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(60);

    /** Returns how long a round waits for results. */
    Duration deadline() {
        return this.every.multipliedBy(8).dividedBy(10);
    }

    /** Returns how long a round waits for a GPU that is being attached: at most 1 s. */
    Duration attachTimeout() {
        return deadline().compareTo(ATTACHING) < 0 ? deadline() : ATTACHING;
    }

    /** Returns the duration from which on a read is late; that of a short interval is not. */
    Duration lateAfter() {
        return longer(deadline(), LATE);
    }

    /** Returns the age from which on the readings of every round of a slow GPU are not shown. */
    Duration mostAge() {
        return longer(this.every.multipliedBy(3), MOST_AGE);
    }

    /** Returns the time after which a call that has not returned is stuck. */
    Duration stuckAfter() {
        return longer(this.every.multipliedBy(3), STUCK);
    }

    /** Returns the time between two reads of slow rows, of a failed GPU, or between two attempts to open a session. */
    Duration slowInterval() {
        return longer(this.every, SLOW);
    }

    /** Returns the time between two renewals of the session because of lost GPUs. */
    Duration renewalInterval() {
        return Duration.ofMinutes(10);
    }

    /** Returns the wait before the nth attempt to reopen a session that has ended: 1, 2, 4 … 60 s. */
    Duration backOff(int attempt) {
        Duration wait = Duration.ofSeconds(1L << Math.min(attempt, 6));
        return wait.compareTo(LONGEST_BACK_OFF) < 0 ? wait : LONGEST_BACK_OFF;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
