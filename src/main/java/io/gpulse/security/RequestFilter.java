package io.gpulse.security;

import io.gpulse.web.ProblemException;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Rejects a request whose headers name another host or come from another site, and an {@code Accept} header that cannot
 * be parsed, before handlers fail to parse it.
 */
final class RequestFilter implements WebFilter, Ordered {

    /** The maximum that Spring parses. */
    private static final int MOST_TYPES = 50;

    private final HostCheck hosts;
    private final ProblemWriter problems;

    RequestFilter(HostCheck hosts, ProblemWriter problems) {
        this.hosts = hosts;
        this.problems = problems;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE + 20;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        try {
            ServerHttpRequest request = exchange.getRequest();
            this.hosts.check(request);
            OriginCheck.check(request);
            checkAccept(request);
        } catch (ProblemException refused) {
            return this.problems.write(exchange, refused.getBody());
        }
        return chain.filter(exchange);
    }

    private static void checkAccept(ServerHttpRequest request) {
        boolean readable;
        try {
            readable = request.getHeaders().getAccept().size() <= MOST_TYPES;
        } catch (InvalidMediaTypeException malformed) {
            readable = false;
        }
        if (!readable) {
            throw ProblemException.of(
                    HttpStatus.NOT_ACCEPTABLE,
                    "Invalid Accept header: it must name media types, such as application/json, at most " + MOST_TYPES
                            + " of them.");
        }
    }
}
