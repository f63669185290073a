package io.gpulse.web;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * Writes long responses after the handler and the filters have completed. Otherwise their state for the request, about
 * 25 kB, would be retained as long as the response.
 */
@Component
public final class LongLivedResponse implements WebFilter, Ordered {

    /** Time between comments in Server-Sent Events: clients and proxies give up a response without bytes. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final String ATTRIBUTE = LongLivedResponse.class.getName();

    /** Follows the filter for disconnected clients. */
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
     * Returns the result for a handler, which itself writes nothing.
     *
     * @param response writes the response including its head; its failures do not reach the exception handlers
     * @param onEnd called once, when the response has ended or cannot begin
     */
    public static Mono<Void> write(ServerWebExchange exchange, Supplier<Mono<Void>> response, Runnable onEnd) {
        Later later = exchange.getAttribute(ATTRIBUTE);
        if (later == null) {
            return Mono.defer(response).doFinally((signal) -> onEnd.run());
        }
        later.set(response, onEnd);
        return Mono.empty();
    }

    /** Returns whether a client takes Server-Sent Events. */
    public static boolean acceptsEvents(HttpHeaders request) {
        return request.getAccept().stream()
                .anyMatch(
                        (type) -> MediaType.TEXT_EVENT_STREAM.equalsTypeAndSubtype(type) && type.getQualityValue() > 0);
    }

    /** Sets the head of a long response: proxies neither buffer nor store it. */
    public static void setHead(HttpHeaders headers, MediaType type) {
        headers.setContentType(type);
        headers.setCacheControl("no-cache, no-transform");
        // Disables the buffering of nginx.
        headers.set("X-Accel-Buffering", "no");
    }

    /** The response of one exchange. The client can disconnect while a handler still runs on another thread. */
    private static final class Later {

        private final Disposable.Swap onEnd = Disposables.swap();
        private volatile @Nullable Supplier<Mono<Void>> response;

        /** Runs the action at once when the exchange has ended already. */
        void set(Supplier<Mono<Void>> response, Runnable onEnd) {
            if (this.onEnd.update(onEnd::run)) {
                this.response = response;
            }
        }

        Mono<Void> write() {
            Supplier<Mono<Void>> set = this.response;
            return set == null ? Mono.empty() : set.get();
        }

        void end() {
            this.onEnd.dispose();
        }
    }
}
