package io.gpulse.device;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of one round.
 *
 * @param sequence starts at the process's start in epoch milliseconds and counts up by one
 * @param takenAt when the round began, by the wall clock, which may be set at any time
 * @param nanos when the round began, by a monotonic clock; durations between snapshots are computed from it
 * @param host null until the machine has been sampled once
 */
public record Snapshot(
        long sequence,
        Instant takenAt,
        long nanos,
        Duration took,
        Duration every,
        Source source,
        List<GpuSample> gpus,
        @Nullable HostSample host) {

    /** A round that is late or has no value is no gap. */
    private static final int ROUNDS_OF_A_GAP = 3;

    private static final Duration SHORTEST_GAP = Duration.ofSeconds(5);

    public Snapshot {
        gpus = List.copyOf(gpus);
    }

    /** Returns the same snapshot with other samples of its GPUs. */
    public Snapshot with(List<GpuSample> others) {
        return new Snapshot(
                this.sequence, this.takenAt, this.nanos, this.took, this.every, this.source, others, this.host);
    }

    /** Returns the driver's indexes of its GPUs. */
    public Set<Integer> indexes() {
        return this.gpus.stream().map(GpuSample::index).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns the time since an earlier round of this process.
     *
     * @param earlier when that round began, by the monotonic clock
     */
    public Duration since(long earlier) {
        return Duration.ofNanos(this.nanos - earlier);
    }

    /** Returns whether a time without a sample, up to this snapshot, is a gap in the data. */
    public boolean isGap(Duration unsampled) {
        return unsampled.compareTo(longestPause(this.every)) > 0;
    }

    /** Returns the longest time without a sample that is not a gap: three rounds, and at least 5 s. */
    public static Duration longestPause(Duration every) {
        Duration rounds = every.multipliedBy(ROUNDS_OF_A_GAP);
        return rounds.compareTo(SHORTEST_GAP) > 0 ? rounds : SHORTEST_GAP;
    }

    /** Returns the GPUs whose identity is known, by UUID. */
    public Map<String, GpuSample> byUuid() {
        Map<String, GpuSample> byUuid = new LinkedHashMap<>();
        for (GpuSample gpu : this.gpus) {
            GpuIdentity identity = gpu.identity();
            if (identity != null) {
                byUuid.put(identity.uuid(), gpu);
            }
        }
        return byUuid;
    }
}
