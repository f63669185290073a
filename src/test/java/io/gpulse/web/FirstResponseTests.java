package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

class FirstResponseTests {

    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();
    private final FirstResponse first = new FirstResponse(Duration.ofDays(1), this.timer);
    private final Scheduler thread = this.first.delay(Schedulers.newSingle("held", true));
    private final AtomicInteger done = new AtomicInteger();
    private final CountDownLatch work = new CountDownLatch(1);

    private final ServerWebExchange exchange =
            MockServerWebExchange.from(MockServerHttpRequest.get("/").build());

    @AfterEach
    void endThread() {
        this.thread.dispose();
    }

    private void schedule(Scheduler on) {
        on.schedule(() -> {
            this.done.incrementAndGet();
            this.work.countDown();
        });
    }

    @Test
    void workStartsOnceAResponseIsComplete() throws InterruptedException {
        Sinks.Empty<Void> response = Sinks.empty();
        schedule(this.thread);

        this.first.filter(this.exchange, (any) -> response.asMono()).subscribe();

        assertThat(this.done).hasValue(0);
        response.tryEmitEmpty();
        this.work.await();
        assertThat(this.done).hasValue(1);
    }

    @Test
    void aStreamDelaysTheWorkByHalfASecond() throws InterruptedException {
        schedule(this.thread);

        this.first.filter(this.exchange, (any) -> Mono.never()).subscribe();

        this.timer.advanceTimeBy(Duration.ofMillis(499));
        assertThat(this.done).hasValue(0);
        this.timer.advanceTimeBy(Duration.ofMillis(1));
        this.work.await();
        assertThat(this.done).hasValue(1);
    }

    @Test
    void aFailedResponseCountsAsWell() throws InterruptedException {
        schedule(this.thread);

        this.first
                .filter(this.exchange, (any) -> Mono.error(new IllegalStateException()))
                .onErrorComplete()
                .block();

        this.work.await();
        assertThat(this.done).hasValue(1);
    }

    @Test
    void theLastWorkIsDoneWhenGpulseStopsWithoutARequest() throws InterruptedException {
        schedule(this.thread);

        this.first.onApplicationEvent(new ContextClosedEvent(new StaticApplicationContext()));

        this.work.await();
        assertThat(this.done).hasValue(1);
    }

    @Test
    void withoutARequestTheWaitIsLimited() throws InterruptedException {
        Scheduler other = new FirstResponse(Duration.ZERO).delay(Schedulers.newSingle("free", true));

        schedule(other);

        this.work.await();
        other.dispose();
    }
}
