package io.gpulse.security;

import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Refuses an {@code Accept} that cannot be read, once for all who would fail to read it. */
final class AcceptHeaderFilter implements WebFilter, Ordered {

    /** Spring reads no more. */
    private static final int MOST_TYPES = 50;

    private final ProblemWriter problems;

    AcceptHeaderFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    public int getOrder() {
        return OriginFilter.ORDER + 1;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return isReadable(exchange.getRequest())
                ? chain.filter(exchange)
                : this.problems.refuse(
                        exchange,
                        HttpStatus.NOT_ACCEPTABLE,
                        "Accept cannot be read; it names media types, such as application/json, and at most "
                                + MOST_TYPES + " of them.");
    }

    private static boolean isReadable(ServerHttpRequest request) {
        try {
            return request.getHeaders().getAccept().size() <= MOST_TYPES;
        } catch (InvalidMediaTypeException malformed) {
            return false;
        }
    }
}
