package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** The command that hashes a password. */
class PasswordCommandTests {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    private boolean isHashed(String password) {
        return PasswordCommand.printHash(password, new PrintStream(this.out), new PrintStream(this.errors));
    }

    @Test
    void itPrintsTheHashAlone() {
        String longest = "p".repeat(72);

        assertThat(isHashed(longest)).isTrue();

        assertThat(new BCryptPasswordEncoder()
                        .matches(longest, this.out.toString().strip()))
                .isTrue();
        assertThat(this.errors.size()).isZero();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "")
    void anEmptyPasswordIsRefused(String password) {
        assertRefused(password, "The password is empty.");
    }

    @ParameterizedTest
    @CsvSource({"p, 73", "密, 25"})
    void aPasswordOfMoreThan72BytesIsRefused(String character, int times) {
        assertRefused(character.repeat(times), "A password has at most 72 bytes: bcrypt ignores the rest.");
    }

    private void assertRefused(String password, String why) {
        assertThat(isHashed(password)).isFalse();
        assertThat(this.errors).hasToString(why + System.lineSeparator());
        assertThat(this.out.size()).isZero();
    }
}
