package io.gpulse.sampling;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/**
 * The sampler, as readers of snapshots see it.
 *
 * @param snapshots one per round, hot; completes when the sampler stops
 * @param every from the beginning of a round to the beginning of the next
 * @param idleTimes continue those of an earlier process
 */
public record SnapshotFeed(
        Flux<Snapshot> snapshots, Supplier<SamplerStatus> status, Duration every, IdleTimes idleTimes) {

    public SnapshotFeed(Flux<Snapshot> snapshots, Supplier<SamplerStatus> status, Duration every) {
        this(snapshots, status, every, new IdleTimes());
    }
}
