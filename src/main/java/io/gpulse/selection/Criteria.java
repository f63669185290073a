package io.gpulse.selection;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What makes a GPU free for somebody.
 *
 * @param count so many are wanted
 * @param minMemory bytes that must be free; null when next to nothing of its memory may be used
 * @param maxUtilization percent that its utilization must not have exceeded
 * @param window for how long it must have been so, at most {@link #LONGEST_WINDOW}
 * @param allowProcesses whether others may be using it
 */
public record Criteria(
        int count, @Nullable Long minMemory, double maxUtilization, Duration window, boolean allowProcesses) {

    /** What is remembered. */
    public static final Duration LONGEST_WINDOW = Duration.ofMinutes(Criteria.LONGEST_WINDOW_MINUTES);

    static final long LONGEST_WINDOW_MINUTES = 10;

    /** One GPU that nobody uses, and that has done nothing for a minute. */
    public static final Criteria USUAL = new Criteria(1, null, 5, Duration.ofMinutes(1), false);

    public Criteria {
        if (count < 1 || window.isNegative() || window.compareTo(LONGEST_WINDOW) > 0) {
            throw new IllegalArgumentException("Nobody wants " + count + " GPUs for " + window);
        }
    }
}
