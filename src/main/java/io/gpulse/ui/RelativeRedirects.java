package io.gpulse.ui;

import java.net.URI;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.RequestPath;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Makes redirects within the application relative, so that they stay below a prefix that a proxy strips. */
@Component
final class RelativeRedirects implements WebFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpResponse response = exchange.getResponse();
        response.beforeCommit(() -> Mono.fromRunnable(
                () -> relativize(response, exchange.getRequest().getPath())));
        return chain.filter(exchange);
    }

    private static void relativize(ServerHttpResponse response, RequestPath path) {
        HttpStatusCode status = response.getStatusCode();
        URI location = response.getHeaders().getLocation();
        String root = path.contextPath().value() + "/";
        if (status != null && status.is3xxRedirection() && location != null && isWithin(location, root)) {
            String target = location.toString().substring(root.length());
            response.getHeaders().setLocation(URI.create(RelativeAddress.ofRoot(path) + target));
        }
    }

    private static boolean isWithin(URI location, String root) {
        return location.getRawAuthority() == null && location.toString().startsWith(root);
    }
}
