package io.gpulse.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.server.context.ServerSecurityContextRepository;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;
import reactor.core.publisher.Mono;

/**
 * The sessions that the login page begins: for a week at most, however often they are used, and so many of one name at
 * once; the oldest makes way.
 */
final class LoginSessions implements ServerSecurityContextRepository {

    static final Duration MAX_AGE = Duration.ofDays(7);
    static final int MAX_OF_ONE_NAME = 50;

    private static final String SINCE = LoginSessions.class.getName() + ".since";

    private final ServerSecurityContextRepository sessions = new WebSessionServerSecurityContextRepository();
    private final Map<String, Deque<WebSession>> byName = new ConcurrentHashMap<>();
    private final Clock clock;

    LoginSessions(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Mono<Void> save(ServerWebExchange exchange, @Nullable SecurityContext context) {
        Authentication caller = context == null ? null : context.getAuthentication();
        Mono<Void> saved = this.sessions.save(exchange, context);
        return caller == null
                ? saved
                : saved.then(exchange.getSession()).flatMap((session) -> add(caller.getName(), session));
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

    private Mono<Void> add(String name, WebSession session) {
        session.getAttributes().put(SINCE, this.clock.instant());
        WebSession oldest = add(this.byName.computeIfAbsent(name, (any) -> new ArrayDeque<>()), session);
        return oldest == null ? Mono.empty() : oldest.invalidate();
    }

    private static @Nullable WebSession add(Deque<WebSession> sessions, WebSession session) {
        synchronized (sessions) {
            sessions.removeIf((known) -> known == session || known.isExpired());
            sessions.addLast(session);
            return sessions.size() > MAX_OF_ONE_NAME ? sessions.removeFirst() : null;
        }
    }

    /** Gives the caller's browser a session with a new id. */
    Mono<Void> begin(ServerWebExchange exchange, Authentication caller) {
        return save(exchange, new SecurityContextImpl(caller));
    }

    /** Whose session a request belongs to. */
    Mono<String> name(ServerWebExchange exchange) {
        return load(exchange).mapNotNull(SecurityContext::getAuthentication).map(Authentication::getName);
    }

    private boolean isOver(WebSession session) {
        Instant since = session.getAttribute(SINCE);
        return since != null && since.plus(MAX_AGE).isBefore(this.clock.instant());
    }
}
