package io.gpulse.security;

import org.springframework.core.env.Environment;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;

/**
 * Believes what a proxy says of its clients where that is configured, at every start: Spring's own decides it when the
 * image is built.
 */
final class ForwardedHeaders extends ForwardedHeaderTransformer {

    private final boolean believed;

    ForwardedHeaders(Environment environment) {
        this.believed = environment
                .getProperty("server.forward-headers-strategy", "none")
                .equalsIgnoreCase("framework");
    }

    @Override
    public ServerHttpRequest apply(ServerHttpRequest request) {
        return this.believed ? super.apply(request) : request;
    }
}
