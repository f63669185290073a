package io.gpulse.security;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.session.InMemoryReactiveSessionRegistry;
import org.springframework.security.core.session.ReactiveSessionRegistry;
import org.springframework.security.web.server.WebFilterExchange;
import org.springframework.security.web.server.authentication.ConcurrentSessionControlServerAuthenticationSuccessHandler;
import org.springframework.security.web.server.authentication.DelegatingServerAuthenticationSuccessHandler;
import org.springframework.security.web.server.authentication.InvalidateLeastUsedServerMaximumSessionsExceededHandler;
import org.springframework.security.web.server.authentication.RegisterSessionServerAuthenticationSuccessHandler;
import org.springframework.security.web.server.authentication.ServerAuthenticationSuccessHandler;
import org.springframework.security.web.server.authentication.ServerMaximumSessionsExceededHandler;
import org.springframework.security.web.server.authentication.SessionLimit;
import org.springframework.security.web.server.context.ServerSecurityContextRepository;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.DefaultWebSessionManager;
import org.springframework.web.server.session.WebSessionManager;
import reactor.core.publisher.Mono;

/** The sessions that the login page begins and ends: so many of one name at once, and the oldest makes way. */
final class LoginSessions {

    static final int MAX_OF_ONE_NAME = 50;

    private final ServerSecurityContextRepository contexts;
    private final ReactiveSessionRegistry registry = new InMemoryReactiveSessionRegistry();
    private final ServerAuthenticationSuccessHandler begun;

    LoginSessions(ServerSecurityContextRepository contexts, WebSessionManager sessions) {
        this.contexts = contexts;
        ConcurrentSessionControlServerAuthenticationSuccessHandler limit =
                new ConcurrentSessionControlServerAuthenticationSuccessHandler(this.registry, onExcess(sessions));
        limit.setSessionLimit(SessionLimit.of(MAX_OF_ONE_NAME));
        this.begun = new DelegatingServerAuthenticationSuccessHandler(
                limit, new RegisterSessionServerAuthenticationSuccessHandler(this.registry));
    }

    private static ServerMaximumSessionsExceededHandler onExcess(WebSessionManager sessions) {
        if (sessions instanceof DefaultWebSessionManager manager) {
            return new InvalidateLeastUsedServerMaximumSessionsExceededHandler(manager.getSessionStore());
        }
        throw new IllegalStateException("The sessions lie in no store that is known: " + sessions);
    }

    /** Gives the caller's browser a session with a new id. */
    Mono<Void> begin(ServerWebExchange exchange, Authentication caller) {
        WebFilterExchange request = new WebFilterExchange(exchange, (nowhere) -> Mono.empty());
        return this.contexts
                .save(exchange, new SecurityContextImpl(caller))
                .then(Mono.defer(() -> this.begun.onAuthenticationSuccess(request, caller)));
    }

    Mono<Void> end(WebSession session) {
        return this.registry.removeSessionInformation(session.getId()).then(session.invalidate());
    }

    /** Whose session a request belongs to. */
    Mono<String> name(ServerWebExchange exchange) {
        return this.contexts
                .load(exchange)
                .mapNotNull(SecurityContext::getAuthentication)
                .map(Authentication::getName);
    }
}
