package io.gpulse.sampling;

import java.time.Duration;

/**
 * How long one waits for what, all derived from the interval between rounds.
 *
 * @param every from the beginning of a round to the beginning of the next
 */
record Timeouts(Duration every) {

    private static final Duration ATTACHING = Duration.ofSeconds(1);
    private static final Duration SLOW = Duration.ofSeconds(10);
    private static final Duration STUCK = Duration.ofSeconds(5);
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(60);

    /** A round's answers are waited for until then. */
    Duration deadline() {
        return this.every.multipliedBy(8).dividedBy(10);
    }

    /** A GPU that is being woken up is waited for so long in a round, and not until its deadline. */
    Duration attaching() {
        return deadline().compareTo(ATTACHING) < 0 ? deadline() : ATTACHING;
    }

    /** A call that is out for so long is stuck. */
    Duration stuckAfter() {
        return longer(this.every.multipliedBy(3), STUCK);
    }

    /** Between two looks at what changes slowly, two attempts at a GPU that refuses, two searches for a driver. */
    Duration slowly() {
        return longer(this.every, SLOW);
    }

    /** Between two renewals of the session for the sake of lost GPUs. */
    Duration renewal() {
        return Duration.ofMinutes(10);
    }

    /** Before the nth attempt at getting a lost driver back: 1, 2, 4 … 60 s. */
    Duration backOff(int attempt) {
        Duration wait = Duration.ofSeconds(1L << Math.min(attempt, 6));
        return wait.compareTo(LONGEST_BACK_OFF) < 0 ? wait : LONGEST_BACK_OFF;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
