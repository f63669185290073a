package io.gpulse.sampling;

import io.gpulse.device.HostSource;
import io.gpulse.device.Owners;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** The collaborators of the sampler. */
record SamplerParts(
        String mode,
        Timeouts timeouts,
        Lanes lanes,
        SourceSelector selector,
        GpuLanes gpuLanes,
        HostLane host,
        OwnerLane owners,
        SharedMemory sharedMemory,
        IdleTimes idleTimes,
        EventLane events,
        TopologyLane topology) {

    static SamplerParts of(Sources sources, HostSources hostSources, Duration every, Lanes lanes) {
        Timeouts timeouts = new Timeouts(every);
        StateChangeLog changes = new StateChangeLog(lanes.clock());
        SourceSelector selector = new SourceSelector(sources, lanes, timeouts, changes);
        GpuLanes gpuLanes = new GpuLanes(lanes, timeouts, changes);
        HostLane machine = new HostLane(hostSources.host(), lanes, timeouts);
        OwnerLane owners = new OwnerLane(hostSources.owners(), lanes.openOfSession("owners"), timeouts, lanes.clock());
        EventLane events = new EventLane(lanes.openOfSession("events"), changes);
        TopologyLane topology = new TopologyLane(lanes.openOfSession("topology"), timeouts);
        SharedMemory memory = new SharedMemory(hostSources);
        return new SamplerParts(
                sources.mode(),
                timeouts,
                lanes,
                selector,
                gpuLanes,
                machine,
                owners,
                memory,
                new IdleTimes(),
                events,
                topology);
    }

    SamplerClock clock() {
        return this.lanes.clock();
    }

    Round round() {
        return new Round(this);
    }

    Duration every() {
        return this.timeouts.every();
    }

    /** Returns whether no call of the driver is in progress and none of its events is registered. */
    boolean isIdle() {
        return this.lanes.areSessionsIdle();
    }

    /** Closes the session with the driver, unless calls of it do not return within the timeout. */
    Mono<Void> release(Duration timeout) {
        this.events.stop();
        return this.lanes
                .untilSessionsIdle()
                .timeout(timeout, Mono.empty())
                .then(Mono.defer(() -> this.selector.close(isIdle())))
                .timeout(timeout.multipliedBy(2), Mono.empty());
    }

    /** The host of the GPUs: its readings, and the owners of its processes. */
    record HostSources(HostSource host, Owners owners) {}
}
