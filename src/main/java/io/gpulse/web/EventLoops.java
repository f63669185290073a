package io.gpulse.web;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;
import reactor.util.context.Context;

/**
 * Event loops of connections. A connection's end is handled on its event loop; a response that is encoded or written on
 * another thread would race with it, so that a new buffer leaks or a response is committed twice.
 */
public final class EventLoops {

    private EventLoops() {}

    /** Returns a scheduler of a response's event loop, which runs tasks immediately if that is the current thread. */
    static Optional<Scheduler> of(ServerHttpResponse response) {
        if (!(ServerHttpResponseDecorator.getNativeResponse(response) instanceof Connection netty)) {
            return Optional.empty();
        }
        return Optional.ofNullable(of(netty.channel()))
                .map((eventLoop) -> Schedulers.fromExecutor((task) -> {
                    if (eventLoop.inEventLoop()) {
                        task.run();
                    } else {
                        eventLoop.execute(task);
                    }
                }));
    }

    /** Returns null for a channel that is closed already. */
    static @Nullable EventLoop of(Channel channel) {
        try {
            return channel.isRegistered() ? channel.eventLoop() : null;
        } catch (IllegalStateException closed) {
            return null;
        }
    }

    static Context remember(Context context, ServerHttpResponse response) {
        return of(response)
                .map((eventLoop) -> context.put(EventLoops.class, eventLoop))
                .orElse(context);
    }

    /** Returns the same result, on the event loop of the request that subscribes. */
    public static <T> Mono<T> onEventLoop(Mono<T> result) {
        return Mono.deferContextual((context) -> context.<Scheduler>getOrEmpty(EventLoops.class)
                .map(result::publishOn)
                .orElse(result));
    }
}
