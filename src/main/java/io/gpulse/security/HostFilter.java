package io.gpulse.security;

import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/** Rejects requests for unknown host names. Health is exempt: probes use addresses without a name. */
final class HostFilter implements WebFilter, Ordered {

    static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 20;

    private static final String HEALTH = "/actuator/health";

    private final HostNames names;
    private final ProblemWriter problems;

    HostFilter(HostNames names, ProblemWriter problems) {
        this.names = names;
        this.problems = problems;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        List<String> hosts = exchange.getRequest().getHeaders().getOrEmpty(HttpHeaders.HOST);
        if (hosts.size() > 1 || (hosts.isEmpty() && needsHost(exchange.getRequest()))) {
            return this.problems.refuse(
                    exchange, HttpStatus.BAD_REQUEST, "A request over HTTP/1.1 must have exactly one Host header.");
        }
        String host = hosts.isEmpty() ? null : hosts.get(0);
        // HTTP/1.0 has no such header, and browsers do not use it.
        if (host == null || this.names.include(host) || isHealth(exchange)) {
            return chain.filter(exchange);
        }
        return this.problems.refuse(
                exchange,
                HttpStatus.MISDIRECTED_REQUEST,
                "Unknown host name " + printable(host) + "; add it to gpulse.security.hosts.");
    }

    private static boolean needsHost(ServerHttpRequest request) {
        Object netty = ServerHttpRequestDecorator.getNativeRequest(request);
        return netty instanceof HttpServerRequest http && http.version().equals(HttpVersion.HTTP_1_1);
    }

    private static boolean isHealth(ServerWebExchange exchange) {
        String path = exchange.getRequest().getPath().pathWithinApplication().value();
        return path.equals(HEALTH) || path.startsWith(HEALTH + "/");
    }

    private static String printable(String host) {
        String clean = host.replaceAll("[^A-Za-z0-9._:-]", "?");
        return clean.length() > 100 ? clean.substring(0, 100) + "…" : clean;
    }
}
