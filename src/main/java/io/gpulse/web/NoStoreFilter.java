package io.gpulse.web;

import org.springframework.http.CacheControl;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** What the API says is true now only. */
final class NoStoreFilter implements WebFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (exchange.getRequest().getPath().pathWithinApplication().value().startsWith("/api/")) {
            exchange.getResponse().getHeaders().setCacheControl(CacheControl.noStore());
        }
        return chain.filter(exchange);
    }
}
