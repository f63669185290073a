package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.web.ClientAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import reactor.core.scheduler.Schedulers;

class CredentialCheckTests {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final ClientAddress HERE = ClientAddress.of(new InetSocketAddress("192.0.2.1", 1));
    private static final ClientAddress ELSEWHERE = ClientAddress.of(new InetSocketAddress("192.0.2.2", 1));

    private final CredentialCheck check = new CredentialCheck(
            new Keyring(properties()),
            new Attempts(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)),
            Schedulers.immediate());

    @Test
    void whileAnAddressWaitsNotEvenTheRightPasswordIsLookedAt() {
        guessTooOften();

        assertThatThrownBy(() -> ask(Presented.password("kim", "correct horse", HERE)))
                .isInstanceOf(TooManyAttemptsException.class);
        assertThatThrownBy(() -> ask(Presented.typed("kim", "correct horse", HERE)))
                .isInstanceOf(TooManyAttemptsException.class);
        // A token cannot be guessed, typed or not, so nobody is kept from signing in with it.
        assertThat(ask(Presented.typed("", TOKEN, HERE)).getName()).isEqualTo("grafana");
    }

    @Test
    void whileAnAddressWaitsOthersDoNot() {
        guessTooOften();

        assertThat(ask(Presented.password("kim", "correct horse", ELSEWHERE)).getName())
                .isEqualTo("kim");
        // It was right, from wherever.
        assertThat(ask(Presented.password("kim", "correct horse", HERE)).getName())
                .isEqualTo("kim");
        assertThat(ask(Presented.token(TOKEN, HERE)).getName()).isEqualTo("grafana");
    }

    private void guessTooOften() {
        for (int guess = 0; guess < Attempts.FREE; guess++) {
            String wrong = "guess" + guess;
            assertThatThrownBy(() -> ask(Presented.password("kim", wrong, HERE)))
                    .isInstanceOf(BadCredentialsException.class);
        }
    }

    private Authentication ask(Presented presented) {
        return this.check.authenticate(presented).block();
    }

    private static SecurityProperties properties() {
        String hash = new BCryptPasswordEncoder(4).encode("correct horse");
        return new SecurityProperties(
                SecurityProperties.Anonymous.NONE,
                Map.of("grafana", new SecurityProperties.Token(TOKEN, null, Set.of(Scope.READ))),
                Map.of("kim", new SecurityProperties.User(hash, Set.of(Scope.READ))),
                List.of(),
                List.of());
    }
}
