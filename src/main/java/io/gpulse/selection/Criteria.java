package io.gpulse.selection;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The conditions for a free GPU.
 *
 * @param count requested number of GPUs
 * @param minMemory minimum of free memory in bytes; null when its memory must be almost unused
 * @param maxUtilization maximum utilization in the window, in percent
 * @param window time span of the condition, at most {@link #LONGEST_WINDOW}
 * @param allowProcesses whether processes may be on it
 */
public record Criteria(
        int count, @Nullable Long minMemory, double maxUtilization, Duration window, boolean allowProcesses) {

    public static final Duration LONGEST_WINDOW = Duration.ofMinutes(Criteria.LONGEST_WINDOW_MINUTES);

    static final long LONGEST_WINDOW_MINUTES = 10;

    /** The defaults: one GPU without processes that has been idle for a minute. */
    public static final Criteria USUAL = new Criteria(1, null, 5, Duration.ofMinutes(1), false);

    public Criteria {
        if (count < 1 || window.isNegative() || window.compareTo(LONGEST_WINDOW) > 0) {
            throw new IllegalArgumentException("Invalid count " + count + " or window " + window);
        }
    }
}
