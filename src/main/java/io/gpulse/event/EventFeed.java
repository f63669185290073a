package io.gpulse.event;

import java.time.Instant;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Tells what happens. */
public interface EventFeed {

    /** Each event and each change of one from now on; hot, never fails, ends with gpulse. */
    Flux<GpuEvent> events();

    /** Ends when what an earlier gpulse stored is remembered; where that cannot be read, not at all. */
    Mono<Void> restored();

    /** What is remembered of those that began since then, the oldest first. */
    List<GpuEvent> since(Instant from);
}
