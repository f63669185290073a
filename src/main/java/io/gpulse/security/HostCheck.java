package io.gpulse.security;

import io.gpulse.web.ProblemException;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.netty.http.server.HttpServerRequest;

/** Rejects requests for unknown host names. Health is exempt: probes use addresses without a name. */
final class HostCheck {

    private static final String HEALTH = "/actuator/health";

    private final HostNames names;

    HostCheck(HostNames names) {
        this.names = names;
    }

    /** @throws ProblemException for an unknown host name, and over HTTP/1.1 for none */
    void check(ServerHttpRequest request) {
        List<String> hosts = request.getHeaders().getOrEmpty(HttpHeaders.HOST);
        if (hosts.size() > 1 || (hosts.isEmpty() && needsHost(request))) {
            throw ProblemException.badRequest("A request over HTTP/1.1 must have exactly one Host header.");
        }
        // HTTP/1.0 has no such header, and browsers do not use it.
        if (!hosts.isEmpty() && !this.names.include(hosts.get(0)) && !isHealth(request)) {
            throw ProblemException.of(
                    HttpStatus.MISDIRECTED_REQUEST,
                    "Unknown host name " + printable(hosts.get(0)) + "; add it to gpulse.security.hosts.");
        }
    }

    private static boolean needsHost(ServerHttpRequest request) {
        Object netty = ServerHttpRequestDecorator.getNativeRequest(request);
        return netty instanceof HttpServerRequest http && http.version().equals(HttpVersion.HTTP_1_1);
    }

    private static boolean isHealth(ServerHttpRequest request) {
        String path = request.getPath().pathWithinApplication().value();
        return path.equals(HEALTH) || path.startsWith(HEALTH + "/");
    }

    private static String printable(String host) {
        String clean = host.replaceAll("[^A-Za-z0-9._:-]", "?");
        return clean.length() > 100 ? clean.substring(0, 100) + "…" : clean;
    }
}
