package io.gpulse.selection;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds GPUs that have been free for a time. */
@FunctionalInterface
public interface FreeGpuFinder {

    /** Returns the indexes of the free GPUs; empty while less than the time was sampled. */
    Optional<List<Integer>> freeFor(Duration time, Snapshot snapshot);

    /** Returns the names of those for whom GPUs are held, by the index of the GPU. */
    default Map<Integer, String> holders(Snapshot snapshot) {
        return Map.of();
    }

    /** Returns the indexes of the GPUs that have been free for a minute, or as long as they have been sampled. */
    default List<Integer> free(Snapshot snapshot) {
        return freeFor(Duration.ofMinutes(1), snapshot).orElse(List.of());
    }
}
