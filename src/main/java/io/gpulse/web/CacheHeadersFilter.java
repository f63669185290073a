package io.gpulse.web;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Sets headers for caches: responses of the API are not stored, and all responses vary by their content coding. */
@Component
final class CacheHeadersFilter implements WebFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpResponse response = exchange.getResponse();
        if (exchange.getRequest().getPath().pathWithinApplication().value().startsWith("/api/")) {
            response.getHeaders().setCacheControl(CacheControl.noStore());
        }
        response.beforeCommit(() -> Mono.fromRunnable(() -> varyByCoding(response.getHeaders())));
        return chain.filter(exchange);
    }

    private static void varyByCoding(HttpHeaders headers) {
        if (headers.getVary().stream().noneMatch(HttpHeaders.ACCEPT_ENCODING::equalsIgnoreCase)) {
            headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        }
    }
}
