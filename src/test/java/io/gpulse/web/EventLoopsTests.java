package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

class EventLoopsTests {

    @Test
    void aResultOfAnotherThreadContinuesOnTheEventLoopOfItsRequest() {
        Scheduler eventLoop = Schedulers.newSingle("loop");
        Scheduler reader = Schedulers.newSingle("reader");
        try {
            Mono<String> result = EventLoops.onEventLoop(Mono.just(1).subscribeOn(reader))
                    .map((one) -> Thread.currentThread().getName())
                    .contextWrite((context) -> context.put(EventLoops.class, eventLoop));
            Mono<String> failure = EventLoops.onEventLoop(
                            Mono.<String>error(IllegalStateException::new).subscribeOn(reader))
                    .onErrorResume((failed) -> Mono.just(Thread.currentThread().getName()))
                    .contextWrite((context) -> context.put(EventLoops.class, eventLoop));

            assertThat(result.block()).startsWith("loop");
            assertThat(failure.block()).startsWith("loop");
        } finally {
            eventLoop.dispose();
            reader.dispose();
        }
    }
}
