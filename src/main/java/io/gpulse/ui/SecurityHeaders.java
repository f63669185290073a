package io.gpulse.ui;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Tells browsers to trust nothing but what this server serves. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class SecurityHeaders implements WebFilter {

    // Swagger UI and the charts set styles on elements; nothing needs inline or foreign scripts.
    private static final String POLICY = "default-src 'self'; script-src 'self'; worker-src 'self';"
            + " style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none';"
            + " base-uri 'self'; frame-ancestors 'self'";

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "same-origin");
        return chain.filter(exchange);
    }
}
