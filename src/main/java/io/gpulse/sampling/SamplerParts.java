package io.gpulse.sampling;

import java.time.Duration;
import reactor.core.publisher.Mono;

/** The collaborators of the sampler. */
record SamplerParts(
        String mode,
        Timeouts timeouts,
        SamplerClock clock,
        SourceSelector selector,
        GpuLanes gpuLanes,
        HostLane host,
        OwnerLane owners) {

    static SamplerParts of(Sources sources, HostSources hostSources, Duration every, Lanes lanes) {
        Timeouts timeouts = new Timeouts(every);
        SourceSelector selector = new SourceSelector(sources, lanes.open("driver"), timeouts);
        GpuLanes gpuLanes = new GpuLanes(lanes, timeouts);
        HostLane machine = new HostLane(hostSources.host(), lanes, timeouts);
        OwnerLane owners = new OwnerLane(hostSources.owners(), lanes.open("owners"), timeouts, lanes.clock());
        return new SamplerParts(sources.mode(), timeouts, lanes.clock(), selector, gpuLanes, machine, owners);
    }

    Round round() {
        return new Round(this);
    }

    Duration every() {
        return this.timeouts.every();
    }

    /** Whether no call of the driver is in progress. */
    boolean isIdle() {
        return this.gpuLanes.isIdle() && this.owners.isIdle();
    }

    /** Closes the session with the driver, unless calls of it do not return within the timeout. */
    Mono<Void> release(Duration timeout) {
        return Mono.when(this.gpuLanes.untilIdle(), this.owners.untilIdle())
                .timeout(timeout, Mono.empty())
                .then(Mono.defer(() -> this.selector.close(isIdle())))
                .timeout(timeout.multipliedBy(2), Mono.empty());
    }
}
