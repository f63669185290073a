package io.gpulse.web;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The first response after the start. Threads whose work it does not need wait for it, since they would load classes on
 * the processors that it needs.
 */
public final class FirstResponse implements WebFilter, ApplicationListener<ContextClosedEvent> {

    /** A stream never ends, and some responses need one of the threads. */
    private static final Duration LONGEST_RESPONSE = Duration.ofMillis(500);

    private final CountDownLatch waiting = new CountDownLatch(1);
    private final Duration atMost;
    private final Scheduler timer;

    /** @param atMost how long a thread waits when there is no request */
    public FirstResponse(Duration atMost) {
        this(atMost, Schedulers.parallel());
    }

    FirstResponse(Duration atMost, Scheduler timer) {
        this.atMost = atMost;
        this.timer = timer;
    }

    /** Returns a scheduler of one thread whose work starts after the first response. */
    public Scheduler delay(Scheduler thread) {
        thread.schedule(this::await);
        return thread;
    }

    private void await() {
        try {
            this.waiting.await(this.atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException disposed) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Mono<Void> response = chain.filter(exchange);
        if (this.waiting.getCount() == 0) {
            return response;
        }
        this.timer.schedule(this.waiting::countDown, LONGEST_RESPONSE.toMillis(), TimeUnit.MILLISECONDS);
        return response.doFinally((end) -> this.waiting.countDown());
    }

    /** Lets the threads do their last work. */
    @Override
    public void onApplicationEvent(ContextClosedEvent closed) {
        this.waiting.countDown();
    }
}
