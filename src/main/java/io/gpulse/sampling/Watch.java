package io.gpulse.sampling;

import io.gpulse.device.HostSource;
import java.time.Clock;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** All that looks at the machine, put together. */
record Watch(String mode, Duration every, SourceSelector selector, Fleet fleet, Round round) {

    static Watch over(SourceSelector.Sources sources, HostSource host, Duration every, Lanes lanes, Clock clock) {
        Patience patience = new Patience(every);
        SourceSelector selector = new SourceSelector(sources, lanes.open("driver"), patience);
        Fleet fleet = new Fleet(lanes, patience, clock);
        HostLane machine = new HostLane(host, lanes.open("host"));
        Round round = new Round(selector, fleet, machine, patience, clock);
        return new Watch(sources.mode(), every, selector, fleet, round);
    }

    Mono<Void> release() {
        return this.selector.close(this.fleet.isQuiet());
    }
}
