package io.gpulse.web;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Writes responses that go on for long after the handler and the filters have completed. What these have needed for the
 * request, some 25 kB, would otherwise be held as long as the response is.
 */
@Component
public final class LongLivedResponse implements WebFilter, Ordered {

    private static final String ATTRIBUTE = LongLivedResponse.class.getName();

    /** Right behind the filter that knows a client that has gone. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE + 1;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Later later = new Later();
        exchange.getAttributes().put(ATTRIBUTE, later);
        return chain.filter(exchange).then(Mono.defer(later::write)).doFinally((signal) -> later.end());
    }

    /**
     * To be returned by a handler, which writes nothing itself.
     *
     * @param response writes it, its head included; what it fails with is no longer seen by the handler's advice
     * @param onEnd called once, when the response has ended or will never begin
     */
    public static Mono<Void> write(ServerWebExchange exchange, Supplier<Mono<Void>> response, Runnable onEnd) {
        Later later = exchange.getAttribute(ATTRIBUTE);
        if (later == null) {
            return Mono.defer(response).doFinally((signal) -> onEnd.run());
        }
        later.set(response, onEnd);
        return Mono.empty();
    }

    /** One exchange's. The client may go at any time, while a handler goes on for nobody on another thread. */
    private static final class Later {

        private static final Runnable ENDED = () -> {};

        private final AtomicReference<@Nullable Runnable> onEnd = new AtomicReference<>();
        private volatile @Nullable Supplier<Mono<Void>> response;

        void set(Supplier<Mono<Void>> response, Runnable onEnd) {
            if (this.onEnd.compareAndSet(null, onEnd)) {
                this.response = response;
            } else {
                onEnd.run();
            }
        }

        Mono<Void> write() {
            Supplier<Mono<Void>> set = this.response;
            return set == null ? Mono.empty() : set.get();
        }

        void end() {
            Runnable set = this.onEnd.getAndSet(ENDED);
            if (set != null) {
                set.run();
            }
        }
    }
}
