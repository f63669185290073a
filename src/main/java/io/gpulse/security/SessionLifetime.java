package io.gpulse.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.server.context.ServerSecurityContextRepository;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;
import reactor.core.publisher.Mono;

/** Ends a session a week after its login, however often it is used: Spring knows idle sessions only. */
final class SessionLifetime implements ServerSecurityContextRepository {

    static final Duration MAX_AGE = Duration.ofDays(7);

    private static final String SINCE = SessionLifetime.class.getName() + ".since";

    private final ServerSecurityContextRepository sessions = new WebSessionServerSecurityContextRepository();
    private final Clock clock;

    SessionLifetime(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Mono<Void> save(ServerWebExchange exchange, @Nullable SecurityContext context) {
        Mono<Void> saved = this.sessions.save(exchange, context);
        return context == null
                ? saved
                : saved.then(exchange.getSession())
                        .doOnNext((session) -> session.getAttributes().put(SINCE, this.clock.instant()))
                        .then();
    }

    // To ask for a session is to begin one, on another thread, where what is answered can be lost as a client hangs up.
    @Override
    public Mono<SecurityContext> load(ServerWebExchange exchange) {
        if (exchange.getRequest().getCookies().isEmpty()) {
            return Mono.empty();
        }
        return exchange.getSession()
                .flatMap((session) ->
                        isOver(session) ? session.invalidate().then(Mono.empty()) : this.sessions.load(exchange));
    }

    private boolean isOver(WebSession session) {
        Instant since = session.getAttribute(SINCE);
        return since != null && since.plus(MAX_AGE).isBefore(this.clock.instant());
    }
}
