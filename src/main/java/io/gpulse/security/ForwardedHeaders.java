package io.gpulse.security;

import org.springframework.core.env.Environment;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;

/**
 * Applies the forwarded headers of a proxy where that is configured. The configuration is read at every start; Spring's
 * own transformer is chosen during the build.
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
