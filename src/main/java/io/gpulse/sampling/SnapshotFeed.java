package io.gpulse.sampling;

import io.gpulse.device.Snapshot;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/**
 * What the readers of snapshots need of the sampler.
 *
 * @param snapshots one per round, hot; completes when the sampler stops
 * @param idleMemory since when GPUs had been idle before this process began
 */
public record SnapshotFeed(Flux<Snapshot> snapshots, Supplier<SamplerStatus> status, IdleMemory idleMemory) {

    public SnapshotFeed {
        snapshots = snapshots.map(idleMemory::recall);
    }

    public SnapshotFeed(Flux<Snapshot> snapshots, Supplier<SamplerStatus> status) {
        this(snapshots, status, new IdleMemory());
    }
}
