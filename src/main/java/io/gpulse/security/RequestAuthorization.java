package io.gpulse.security;

import io.gpulse.web.PublicPages;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.security.autoconfigure.actuate.web.reactive.EndpointRequest;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.web.server.ServerHttpSecurity.AuthorizeExchangeSpec;
import org.springframework.security.web.server.util.matcher.AndServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.OrServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher.MatchResult;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * The scope that a request needs. Pages, the OpenAPI document and health are public; every other path needs
 * {@link AccessScope#READ}, and every method that is not safe needs {@link AccessScope#WRITE}, except at {@code /mcp}.
 */
@Component
final class RequestAuthorization {

    private static final List<HttpMethod> SAFE = List.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
    private static final Pattern PLAIN_PATH = Pattern.compile("(/[\\w.-]+)+");
    private static final String READ = AccessScope.READ.spelled();
    private static final String SCRAPE = AccessScope.SCRAPE.spelled();
    private static final String WRITE = AccessScope.WRITE.spelled();

    private final ServerWebExchangeMatcher open;

    RequestAuthorization(PublicPages pages, Environment environment) {
        this.open = new OrServerWebExchangeMatcher(
                ServerWebExchangeMatchers.pathMatchers(pages.patterns().toArray(String[]::new)),
                (exchange) -> matched(pages.isFrontDoor(exchange)),
                ServerWebExchangeMatchers.pathMatchers("/login", "/logout"),
                ServerWebExchangeMatchers.pathMatchers(contract(environment).toArray(String[]::new)),
                EndpointRequest.to("health"));
    }

    /** Returns the paths of springdoc; one that is configured below a guarded path stays guarded. */
    private static Set<String> contract(Environment environment) {
        String document = environment.getProperty("springdoc.api-docs.path", "/v3/api-docs");
        String page = environment.getProperty("springdoc.swagger-ui.path", "/swagger-ui.html");
        String manage = environment.getProperty("management.endpoints.web.base-path", "/actuator");
        Set<String> paths = new HashSet<>(Set.of("/webjars/**"));
        if (isPublic(document, manage)) {
            paths.addAll(Set.of(document, document + ".yaml", document + "/swagger-config"));
        }
        if (isPublic(page, manage)) {
            // springdoc serves these files next to the page.
            paths.addAll(Set.of(page, page.substring(0, page.lastIndexOf('/')) + "/swagger-ui/**"));
        }
        return paths;
    }

    private static boolean isPublic(String path, String manage) {
        return PLAIN_PATH.matcher(path).matches()
                && Stream.of("/api", "/metrics", manage).noneMatch((guarded) -> (path + "/").startsWith(guarded + "/"));
    }

    private static Mono<MatchResult> matched(boolean matches) {
        return matches ? MatchResult.match() : MatchResult.notMatch();
    }

    /** Returns whether a request is public: answered alike for every caller, even with wrong credentials. */
    Mono<Boolean> isOpen(ServerWebExchange exchange) {
        return this.open.matches(exchange).map(MatchResult::isMatch);
    }

    /** Configures {@code ServerHttpSecurity}. The first matching rule decides. */
    void configure(AuthorizeExchangeSpec rules) {
        rules.matchers(this.open).permitAll();
        // Metrics are read-only: another method is answered by 405 and needs no other scope.
        rules.pathMatchers("/metrics", "/metrics/dcgm").hasAnyAuthority(READ, SCRAPE);
        // Each tool of an agent is a request of its own, with its own scope.
        rules.pathMatchers("/mcp").hasAuthority(READ);
        SAFE.forEach((method) -> {
            rules.matchers(both(
                            EndpointRequest.to("prometheus"), ServerWebExchangeMatchers.pathMatchers(method, "/**")))
                    .hasAnyAuthority(READ, SCRAPE);
            rules.pathMatchers(method).hasAuthority(READ);
        });
        rules.anyExchange().hasAuthority(WRITE);
    }

    private static ServerWebExchangeMatcher both(ServerWebExchangeMatcher one, ServerWebExchangeMatcher other) {
        return new AndServerWebExchangeMatcher(one, other);
    }
}
