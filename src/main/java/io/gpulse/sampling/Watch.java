package io.gpulse.sampling;

import java.time.Clock;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** All that looks at the machine, put together. */
record Watch(
        String mode,
        Patience patience,
        Clock clock,
        SourceSelector selector,
        Fleet fleet,
        HostLane host,
        OwnerLane owners) {

    static Watch over(Sources sources, Surroundings around, Duration every, Lanes lanes) {
        Patience patience = new Patience(every);
        SourceSelector selector = new SourceSelector(sources, lanes.open("driver"), patience);
        Fleet fleet = new Fleet(lanes, patience);
        HostLane machine = new HostLane(around.host(), lanes, patience);
        OwnerLane owners = new OwnerLane(around.owners(), lanes.open("owners"), patience, lanes.clock());
        return new Watch(sources.mode(), patience, lanes.clock(), selector, fleet, machine, owners);
    }

    Round round() {
        return new Round(this);
    }

    Duration every() {
        return this.patience.every();
    }

    /** Whether no thread is inside the driver. */
    boolean isQuiet() {
        return this.fleet.isQuiet() && this.owners.isIdle();
    }

    /** Lets go of the driver, unless calls that are inside of it do not return within the time given. */
    Mono<Void> release(Duration patience) {
        return Mono.when(this.fleet.untilQuiet(), this.owners.untilIdle())
                .timeout(patience, Mono.empty())
                .then(Mono.defer(() -> this.selector.close(isQuiet())))
                .timeout(patience.multipliedBy(2), Mono.empty());
    }
}
