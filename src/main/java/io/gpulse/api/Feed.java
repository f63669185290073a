package io.gpulse.api;

import io.gpulse.device.Snapshot;
import io.gpulse.sampling.SamplerStatus;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/**
 * All that the API needs of the sampler.
 *
 * @param snapshots one per round, hot; completes when the sampler stops
 */
record Feed(Flux<Snapshot> snapshots, Supplier<SamplerStatus> status) {}
