package io.gpulse.security;

import java.util.ArrayList;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.server.ServerAuthenticationEntryPoint;
import org.springframework.security.web.server.authorization.ServerAccessDeniedHandler;
import org.springframework.security.web.server.firewall.ServerExchangeRejectedException;
import org.springframework.security.web.server.firewall.ServerExchangeRejectedHandler;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The responses to requests without the required authentication or scope. */
@Component
final class SecurityErrorHandler
        implements ServerAuthenticationEntryPoint, ServerAccessDeniedHandler, ServerExchangeRejectedHandler {

    private final ProblemWriter problems;
    private final boolean users;
    private final boolean anyCredentials;

    SecurityErrorHandler(ProblemWriter problems, SecurityProperties properties) {
        this.problems = problems;
        this.users = !properties.users().isEmpty();
        this.anyCredentials = properties.hasCredentials();
    }

    @Override
    public Mono<Void> commence(ServerWebExchange exchange, AuthenticationException why) {
        if (why instanceof TooManyAttemptsException many) {
            exchange.getResponse().getHeaders().set(HttpHeaders.RETRY_AFTER, many.seconds());
            String detail = "Too many wrong passwords; try again in " + many.seconds() + " s.";
            return this.problems.refuse(exchange, HttpStatus.TOO_MANY_REQUESTS, detail);
        }
        if (!this.anyCredentials) {
            return this.problems.refuse(
                    exchange,
                    HttpStatus.FORBIDDEN,
                    "Anonymous access is read-only: changes need a token or a user with the scope write"
                            + " (gpulse.security).");
        }
        exchange.getResponse().getHeaders().addAll(HttpHeaders.WWW_AUTHENTICATE, challenges(exchange));
        String detail = why instanceof BadCredentialsException wrong
                ? String.valueOf(wrong.getMessage())
                : "Authentication is required: send 'Authorization: Bearer TOKEN' or a user and a password, or sign in"
                        + " at /login.";
        return this.problems.refuse(exchange, HttpStatus.UNAUTHORIZED, detail);
    }

    /** Omits the challenge for a browser, which would open its own password dialog; the page links to the sign-in. */
    private List<String> challenges(ServerWebExchange exchange) {
        List<String> challenges = new ArrayList<>(List.of("Bearer realm=\"gpulse\""));
        String agent = exchange.getRequest().getHeaders().getFirst(HttpHeaders.USER_AGENT);
        boolean browser = agent != null && agent.contains("Mozilla");
        if (this.users && !browser) {
            challenges.add("Basic realm=\"gpulse\", charset=\"UTF-8\"");
        }
        return challenges;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, AccessDeniedException why) {
        return this.problems.refuse(
                exchange, HttpStatus.FORBIDDEN, "The scopes of this token or user do not permit this request.");
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, ServerExchangeRejectedException why) {
        return this.problems.refuse(
                exchange,
                HttpStatus.BAD_REQUEST,
                "The address is ambiguous; write it without encoded slashes, dots, percent signs or control"
                        + " characters.");
    }
}
