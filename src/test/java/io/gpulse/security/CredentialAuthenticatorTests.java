package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.web.ClientAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import reactor.core.scheduler.Schedulers;

class CredentialAuthenticatorTests {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final ClientAddress HERE = ClientAddress.of(new InetSocketAddress("192.0.2.1", 1));
    private static final ClientAddress ELSEWHERE = ClientAddress.of(new InetSocketAddress("192.0.2.2", 1));

    private final CredentialAuthenticator authenticator = new CredentialAuthenticator(
            new CredentialStore(properties()), new LoginThrottle(() -> 0), Schedulers.immediate());

    @Test
    void whileAnAddressWaitsNotEvenTheRightPasswordIsLookedAt() {
        guessTooOften();

        assertThatThrownBy(() -> send(UnverifiedCredentials.password("kim", "correct horse", HERE)))
                .isInstanceOf(TooManyAttemptsException.class);
        assertThatThrownBy(() -> send(UnverifiedCredentials.typed("kim", "correct horse", HERE)))
                .isInstanceOf(TooManyAttemptsException.class);
        // A token cannot be guessed, so that signing in with it is never throttled.
        assertThat(send(UnverifiedCredentials.typed("", TOKEN, HERE)).getName()).isEqualTo("grafana");
    }

    @Test
    void whileAnAddressWaitsOthersDoNot() {
        guessTooOften();

        assertThat(send(UnverifiedCredentials.password("kim", "correct horse", ELSEWHERE))
                        .getName())
                .isEqualTo("kim");
        // It was right, from wherever.
        assertThat(send(UnverifiedCredentials.password("kim", "correct horse", HERE))
                        .getName())
                .isEqualTo("kim");
        assertThat(send(UnverifiedCredentials.token(TOKEN, HERE)).getName()).isEqualTo("grafana");
    }

    @Test
    void theRightPasswordIsNoFailure() {
        guess(LoginThrottle.FREE - 1);
        send(UnverifiedCredentials.password("kim", "correct horse", HERE));

        guess(1);
    }

    private void guessTooOften() {
        guess(LoginThrottle.FREE);
    }

    private void guess(int times) {
        for (int guess = 0; guess < times; guess++) {
            String wrong = "guess" + guess;
            assertThatThrownBy(() -> send(UnverifiedCredentials.password("kim", wrong, HERE)))
                    .isInstanceOf(BadCredentialsException.class);
        }
    }

    private Authentication send(UnverifiedCredentials presented) {
        return this.authenticator.authenticate(presented).block();
    }

    private static SecurityProperties properties() {
        String hash = new BCryptPasswordEncoder(4).encode("correct horse");
        return new SecurityProperties(
                SecurityProperties.Anonymous.NONE,
                Map.of("grafana", new SecurityProperties.Token(TOKEN, null, Set.of(AccessScope.READ))),
                Map.of("kim", new SecurityProperties.User(hash, Set.of(AccessScope.READ))),
                List.of(),
                List.of());
    }
}
