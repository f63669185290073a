package io.gpulse.sampling;

import io.gpulse.device.HostSource;
import java.time.Clock;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** All that looks at the machine, put together. */
record Watch(String mode, Patience patience, Clock clock, SourceSelector selector, Fleet fleet, HostLane host) {

    static Watch over(Sources sources, HostSource host, Duration every, Lanes lanes) {
        Patience patience = new Patience(every);
        SourceSelector selector = new SourceSelector(sources, lanes.open("driver"), patience);
        Fleet fleet = new Fleet(lanes, patience);
        HostLane machine = new HostLane(host, lanes.open("host"));
        return new Watch(sources.mode(), patience, lanes.clock(), selector, fleet, machine);
    }

    Round round() {
        return new Round(this);
    }

    Duration every() {
        return this.patience.every();
    }

    /** Lets go of the driver, unless calls that are inside of it do not return within the time given. */
    Mono<Void> release(Duration patience) {
        return this.fleet
                .untilQuiet()
                .timeout(patience, Mono.empty())
                .then(Mono.defer(() -> this.selector.close(this.fleet.isQuiet())))
                .timeout(patience.multipliedBy(2), Mono.empty());
    }
}
