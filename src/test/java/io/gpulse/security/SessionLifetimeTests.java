package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
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

class SessionLifetimeTests {

    private static final Instant NOW = Instant.parse("2026-11-22T06:00:00Z");

    private final SessionLifetime signedIn = at(NOW);

    @Test
    void aWeekAfterSigningInEverybodyIsAStrangerAgainHoweverOftenTheyCome() {
        WebSession session = signIn(this.signedIn, "anna");

        assertThat(isKnown(at(NOW.plus(SessionLifetime.MAX_AGE)), session)).isTrue();
        assertThat(isKnown(at(NOW.plus(SessionLifetime.MAX_AGE).plus(Duration.ofSeconds(1))), session))
                .isFalse();
        assertThat(isKnown(this.signedIn, session)).isFalse();
    }

    @Test
    void whoBringsNoCookieIsAStrangerForWhomNoSessionIsBegun() {
        MockServerWebExchange exchange = MockServerWebExchange.builder(MockServerHttpRequest.get("/"))
                .sessionManager((asked) -> Mono.error(new AssertionError("A session was asked for")))
                .build();

        assertThat(this.signedIn.load(exchange).blockOptional()).isEmpty();
    }

    private static SessionLifetime at(Instant now) {
        return new SessionLifetime(Clock.fixed(now, ZoneOffset.UTC));
    }

    private static WebSession signIn(SessionLifetime signedIn, String name) {
        MockWebSession session = new MockWebSession();
        signedIn.save(
                        exchange(session),
                        new SecurityContextImpl(
                                UsernamePasswordAuthenticationToken.authenticated(name, null, List.of())))
                .block();
        return session;
    }

    private static boolean isKnown(SessionLifetime signedIn, WebSession session) {
        return signedIn.load(exchange(session)).blockOptional().isPresent();
    }

    private static MockServerWebExchange exchange(WebSession session) {
        return MockServerWebExchange.builder(
                        MockServerHttpRequest.get("/").cookie(new HttpCookie("gpulse-8080", "any")))
                .session(session)
                .build();
    }
}
