package io.gpulse.web;

import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** A cache must not hand compressed bytes to who did not ask for them, whether this response is compressed or not. */
final class VaryFilter implements WebFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpResponse response = exchange.getResponse();
        response.beforeCommit(() -> Mono.fromRunnable(() -> {
            HttpHeaders headers = response.getHeaders();
            if (headers.getVary().stream().noneMatch(HttpHeaders.ACCEPT_ENCODING::equalsIgnoreCase)) {
                headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
            }
        }));
        return chain.filter(exchange);
    }
}
