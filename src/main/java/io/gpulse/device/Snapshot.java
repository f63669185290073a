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

    public Snapshot {
        gpus = List.copyOf(gpus);
    }
}
