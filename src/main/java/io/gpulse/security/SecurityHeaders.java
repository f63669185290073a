package io.gpulse.security;

import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Tells browsers to trust nothing but what this server serves, and to show it in no foreign frame. */
final class SecurityHeaders implements WebFilter, Ordered {

    // Swagger UI and the charts set styles on elements; nothing needs inline or foreign scripts.
    private static final String POLICY = "default-src 'self'; script-src 'self'; worker-src 'self';"
            + " style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none';"
            + " base-uri 'self'; form-action 'self'; frame-ancestors 'self'";

    private final String policy;
    private final boolean framed;

    /** @param ancestors further origins whose pages may show gpulse in a frame */
    SecurityHeaders(List<String> ancestors) {
        this.policy = ancestors.isEmpty() ? POLICY : POLICY + " " + String.join(" ", ancestors);
        this.framed = !ancestors.isEmpty();
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 10;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.set("Content-Security-Policy", this.policy);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "same-origin");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        if (!this.framed) {
            headers.set("X-Frame-Options", "SAMEORIGIN");
        }
        return chain.filter(exchange);
    }
}
