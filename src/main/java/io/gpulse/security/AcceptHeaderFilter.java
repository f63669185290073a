package io.gpulse.security;

import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Rejects an {@code Accept} header that cannot be parsed, before handlers fail to parse it. */
final class AcceptHeaderFilter implements WebFilter, Ordered {

    /** The maximum that Spring parses. */
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
                        "Invalid Accept header: it must name media types, such as application/json, at most "
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
