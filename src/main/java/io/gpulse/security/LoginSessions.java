package io.gpulse.security;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
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
 * The sessions of the sign-in page: each lasts at most a week, however often it is used. The number of sessions per
 * name is limited; a new one ends the oldest.
 */
final class LoginSessions implements ServerSecurityContextRepository {

    static final Duration MAX_AGE = Duration.ofDays(7);
    static final int MAX_OF_ONE_NAME = 50;

    private static final String SINCE = LoginSessions.class.getName() + ".since";

    private final ServerSecurityContextRepository sessions = new WebSessionServerSecurityContextRepository();
    private final Map<String, Deque<WebSession>> byName = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    /** @param nanos a monotonic clock: the wall clock may be set */
    LoginSessions(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public Mono<Void> save(ServerWebExchange exchange, @Nullable SecurityContext context) {
        Authentication caller = context == null ? null : context.getAuthentication();
        Mono<Void> saved = this.sessions.save(exchange, context);
        return caller == null
                ? saved
                : saved.then(exchange.getSession()).flatMap((session) -> add(caller.getName(), session));
    }

    // getSession() creates a session on another thread, where the response can be lost when the client disconnects.
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
        session.getAttributes().put(SINCE, this.nanos.getAsLong());
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

    /** Starts a session with a new id for the caller's browser. */
    Mono<Void> begin(ServerWebExchange exchange, Authentication caller) {
        return save(exchange, new SecurityContextImpl(caller));
    }

    /** Returns the name of the session's user; empty without a session. */
    Mono<String> name(ServerWebExchange exchange) {
        return load(exchange).mapNotNull(SecurityContext::getAuthentication).map(Authentication::getName);
    }

    private boolean isOver(WebSession session) {
        Long since = session.getAttribute(SINCE);
        return since != null && this.nanos.getAsLong() - since > MAX_AGE.toNanos();
    }
}
