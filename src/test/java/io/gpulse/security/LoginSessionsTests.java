package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpCookie;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.mock.web.server.MockWebSession;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.server.WebSession;
import reactor.core.publisher.Mono;

class LoginSessionsTests {

    private static final Duration NOW = Duration.ofDays(100);

    private final LoginSessions sessions = at(NOW);

    @Test
    void aNewSessionEndsTheOldestOfItsUser() {
        List<WebSession> startedAt = new ArrayList<>();
        for (int n = 0; n <= LoginSessions.MAX_OF_ONE_NAME; n++) {
            startedAt.add(signIn(this.sessions, "anna"));
        }
        WebSession other = signIn(this.sessions, "bert");

        assertThat(isKnown(this.sessions, startedAt.get(0))).isFalse();
        assertThat(startedAt.subList(1, startedAt.size())).allMatch((session) -> isKnown(this.sessions, session));
        assertThat(isKnown(this.sessions, other)).isTrue();
    }

    @Test
    void aSessionEndsAfterAWeekHoweverOftenItIsUsed() {
        WebSession session = signIn(this.sessions, "anna");

        assertThat(isKnown(at(NOW.plus(LoginSessions.MAX_AGE)), session)).isTrue();
        assertThat(isKnown(at(NOW.plus(LoginSessions.MAX_AGE).plus(Duration.ofSeconds(1))), session))
                .isFalse();
        assertThat(isKnown(this.sessions, session)).isFalse();
    }

    @Test
    void aRequestWithoutACookieStartsNoSession() {
        MockServerWebExchange exchange = MockServerWebExchange.builder(MockServerHttpRequest.get("/"))
                .sessionManager((any) -> Mono.error(new AssertionError("A session was requested")))
                .build();

        assertThat(this.sessions.load(exchange).blockOptional()).isEmpty();
    }

    private static LoginSessions at(Duration now) {
        return new LoginSessions(now::toNanos);
    }

    private static WebSession signIn(LoginSessions sessions, String name) {
        MockWebSession session = new MockWebSession();
        sessions.save(
                        exchange(session),
                        new SecurityContextImpl(
                                UsernamePasswordAuthenticationToken.authenticated(name, null, List.of())))
                .block();
        return session;
    }

    private static boolean isKnown(LoginSessions sessions, WebSession session) {
        return sessions.load(exchange(session)).blockOptional().isPresent();
    }

    private static MockServerWebExchange exchange(WebSession session) {
        return MockServerWebExchange.builder(
                        MockServerHttpRequest.get("/").cookie(new HttpCookie("gpulse-8080", "any")))
                .session(session)
                .build();
    }
}
