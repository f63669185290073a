package io.gpulse.security;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Stores the caller's scopes as an attribute of the exchange, for decisions about a part of the response. */
final class CallerScopes implements WebFilter {

    private static final String ATTRIBUTE = CallerScopes.class.getName();

    /** Returns whether the caller of an authorized request has a scope. */
    static boolean include(ServerWebExchange exchange, AccessScope scope) {
        Collection<String> scopes = exchange.getAttributeOrDefault(ATTRIBUTE, Set.of());
        return scopes.contains(scope.spelled());
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return ReactiveSecurityContextHolder.getContext()
                .mapNotNull(SecurityContext::getAuthentication)
                .map(CallerScopes::of)
                .doOnNext((scopes) -> exchange.getAttributes().put(ATTRIBUTE, scopes))
                .then(chain.filter(exchange));
    }

    private static Set<String> of(Authentication caller) {
        return caller.getAuthorities().stream()
                .map(GrantedAuthority::getAuthority)
                .collect(Collectors.toUnmodifiableSet());
    }
}
