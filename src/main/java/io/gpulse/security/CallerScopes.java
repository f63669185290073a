package io.gpulse.security;

import java.util.Optional;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Stores the caller as an attribute of the exchange, for decisions about a part of the response. */
final class CallerScopes implements WebFilter {

    private static final String ATTRIBUTE = CallerScopes.class.getName();

    /** Returns whether the caller of an authorized request has a scope. */
    static boolean include(ServerWebExchange exchange, AccessScope scope) {
        Authentication caller = exchange.getAttribute(ATTRIBUTE);
        return caller != null
                && caller.getAuthorities().stream()
                        .anyMatch((granted) -> scope.spelled().equals(granted.getAuthority()));
    }

    /** Returns the name of an authenticated caller. */
    static Optional<String> name(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE) instanceof Authentication caller
                        && !(caller instanceof AnonymousAuthenticationToken)
                ? Optional.of(caller.getName())
                : Optional.empty();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return ReactiveSecurityContextHolder.getContext()
                .mapNotNull(SecurityContext::getAuthentication)
                .doOnNext((caller) -> exchange.getAttributes().put(ATTRIBUTE, caller))
                .then(chain.filter(exchange));
    }
}
