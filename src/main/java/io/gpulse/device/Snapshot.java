package io.gpulse.device;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that gpulse learned in one round.
 *
 * @param sequence starts at the process's start in epoch milliseconds and counts up by one
 * @param takenAt when the round began
 * @param host null until the machine has been sampled once
 */
public record Snapshot(
        long sequence,
        Instant takenAt,
        Duration took,
        Duration every,
        Source source,
        List<GpuSample> gpus,
        @Nullable HostSample host) {

    private static final Duration SHORTEST_GAP = Duration.ofSeconds(5);
    private static final int ROUNDS_OF_A_GAP = 3;

    public Snapshot {
        gpus = List.copyOf(gpus);
    }

    /** Returns whether a time without a sample before this round is a gap. */
    public boolean isGap(Duration time) {
        return time.compareTo(longestPause(this.every)) > 0;
    }

    /** Returns the longest time between two samples that is not a gap: three rounds, and at least 5 s. */
    public static Duration longestPause(Duration every) {
        Duration rounds = every.multipliedBy(ROUNDS_OF_A_GAP);
        return rounds.compareTo(SHORTEST_GAP) > 0 ? rounds : SHORTEST_GAP;
    }
}
