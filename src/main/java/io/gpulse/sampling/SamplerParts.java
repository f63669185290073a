package io.gpulse.sampling;

import java.time.Duration;
import reactor.core.publisher.Mono;

/** All that looks at the machine, put together. */
record SamplerParts(
        String mode,
        Timeouts timeouts,
        SamplerClock clock,
        SourceSelector selector,
        GpuLanes gpuLanes,
        HostLane host,
        OwnerLane owners) {

    static SamplerParts over(Sources sources, HostSources around, Duration every, Lanes lanes) {
        Timeouts timeouts = new Timeouts(every);
        SourceSelector selector = new SourceSelector(sources, lanes.open("driver"), timeouts);
        GpuLanes gpuLanes = new GpuLanes(lanes, timeouts);
        HostLane machine = new HostLane(around.host(), lanes, timeouts);
        OwnerLane owners = new OwnerLane(around.owners(), lanes.open("owners"), timeouts, lanes.clock());
        return new SamplerParts(sources.mode(), timeouts, lanes.clock(), selector, gpuLanes, machine, owners);
    }

    Round round() {
        return new Round(this);
    }

    Duration every() {
        return this.timeouts.every();
    }

    /** Whether no thread is inside the driver. */
    boolean isQuiet() {
        return this.gpuLanes.isQuiet() && this.owners.isIdle();
    }

    /** Lets go of the driver, unless calls that are inside of it do not return within the time given. */
    Mono<Void> release(Duration timeouts) {
        return Mono.when(this.gpuLanes.untilQuiet(), this.owners.untilIdle())
                .timeout(timeouts, Mono.empty())
                .then(Mono.defer(() -> this.selector.close(isQuiet())))
                .timeout(timeouts.multipliedBy(2), Mono.empty());
    }
}
