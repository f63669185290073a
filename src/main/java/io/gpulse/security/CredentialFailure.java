package io.gpulse.security;

import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.server.ServerAuthenticationEntryPoint;
import org.springframework.security.web.server.WebFilterExchange;
import org.springframework.security.web.server.authentication.ServerAuthenticationFailureHandler;
import reactor.core.publisher.Mono;

/** Refuses wrong credentials, but where everybody may come in: there they are answered as if they had shown none. */
final class CredentialFailure implements ServerAuthenticationFailureHandler {

    private final Doorman doorman;
    private final ServerAuthenticationEntryPoint refusals;

    CredentialFailure(Doorman doorman, ServerAuthenticationEntryPoint refusals) {
        this.doorman = doorman;
        this.refusals = refusals;
    }

    @Override
    public Mono<Void> onAuthenticationFailure(WebFilterExchange request, AuthenticationException failure) {
        return this.doorman
                .isOpen(request.getExchange())
                .flatMap((open) -> open
                        ? request.getChain().filter(request.getExchange())
                        : this.refusals.commence(request.getExchange(), failure));
    }
}
