package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.startup.Starting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import reactor.core.scheduler.Schedulers;

/** The addresses on which gpulse may listen, and the credentials that it accepts; nothing is served. */
@ExtendWith(OutputCaptureExtension.class)
class ExposureTests {

    private static final String SECRET = "0123456789abcdef-secret";
    private static final String HASH = "$2a$04$aaaaaaaaaaaaaaaaaaaaaOaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final String THREE_WAYS = ", where others could read it. Give it a token"
            + " (gpulse.security.tokens.NAME.file), or a user (gpulse.security.users.NAME.password), or permit"
            + " everyone to read (gpulse.security.anonymous=read).";

    private final Starting part = Starting.without(Part.class);

    @ParameterizedTest
    @CsvSource({
        "server.address=0.0.0.0, 0.0.0.0",
        "server.address=::, ::",
        "server.address=, every address",
        "server.address=192.0.2.1, 192.0.2.1",
        "server.address=[::g], [::g]"
    })
    void listensOnTheNetworkOnlyWithAuthentication(String property, String address) {
        assertThat(this.part.resultOf(property)).isEqualTo("gpulse would listen on " + address + THREE_WAYS);
    }

    @Test
    void theManagementAddressIsCheckedToo() {
        assertThat(this.part.resultOf("management.server.port=0"))
                .isEqualTo("gpulse would listen on every address" + THREE_WAYS);
        assertThat(this.part.resultOf("management.server.port=0", "management.server.address=127.0.0.1"))
                .isEqualTo("started");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpulse.security.tokens.mine.value=" + SECRET,
                "gpulse.security.users.anna.password=" + HASH,
                "gpulse.security.anonymous=read"
            })
    void eachOfTheThreeWaysOpensIt(String way) {
        assertThat(this.part.resultOf("server.address=0.0.0.0", way)).isEqualTo("started");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpulse.security.tokens.mine.scopes=read    | gpulse.security.tokens.mine needs one of value and file.",
                "gpulse.security.tokens.mine.value=short-secret | gpulse.security.tokens.mine.value is shorter than 16"
                        + " characters; 'openssl rand -hex 32' makes a good one.",
                "gpulse.security.tokens.mine.value=with blanks in my secret | gpulse.security.tokens.mine.value has"
                        + " characters that a header cannot carry; use A-Z, a-z, 0-9 and ._~+/=-.",
                "gpulse.security.tokens.mine.file=my-secret-word | gpulse.security.tokens.mine.file names a file that"
                        + " cannot be read (NoSuchFileException).",
                "gpulse.security.users.anna.password=$2a$99$aaaaaaaaaaaaaaaaaaaaaOaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa |"
                        + " gpulse.security.users.anna.password is not a bcrypt hash;"
                        + " 'java -jar gpulse.jar password' makes one.",
                "gpulse.security.users.anna.password=my-secret-word | gpulse.security.users.anna.password"
                        + " is not a bcrypt hash; 'java -jar gpulse.jar password' makes one.",
                "gpulse.security.hosts=https://gpu7.example | gpulse.security.hosts contains https://gpu7.example,"
                        + " which is not a host name; write it without scheme and port.",
                "gpulse.security.frame-ancestors='none'; script-src * | gpulse.security.frame-ancestors"
                        + " contains 'none'; script-src *, which is not an origin; write it as in"
                        + " https://hub.example.org.",
                "gpulse.security.anonymous=write | Invalid gpulse.security.anonymous=write: must be one of none,"
                        + " read."
            })
    void anInvalidConfigurationIsReportedWithoutASecret(String property, String sentence) {
        String reported = this.part.resultOf(property);

        assertThat(reported).isEqualTo(sentence);
        assertThat(reported)
                .doesNotContain("secret-word")
                .doesNotContain("short-secret")
                .doesNotContain("my secret");
    }

    @Test
    void aFileWithAShortTokenIsRefusedWithoutTheToken(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "short-secret\n");

        assertThat(this.part.resultOf("gpulse.security.tokens.mine.file=" + file))
                .isEqualTo("The token in gpulse.security.tokens.mine.file is shorter than 16 characters;"
                        + " 'openssl rand -hex 32' makes a good one.");
        Files.writeString(file, "0123456789abcdef\n");
        assertThat(this.part.resultOf("gpulse.security.tokens.mine.file=" + file))
                .isEqualTo("started");
    }

    @ParameterizedTest
    @CsvSource({
        "server.address=0.0.0.0, hidden, 0.0.0.0 may read everything but command lines.",
        "server.address=127.0.0.1, ALL, 'this machine''s port may read everything, command lines of processes too.'"
    })
    void accessForEveryoneIsAWarning(String address, String commands, String end, CapturedOutput output) {
        String shown = "gpulse.processes.command-line=" + commands;

        assertThat(this.part.resultOf(address, shown, "gpulse.security.anonymous=read"))
                .isEqualTo("started");
        assertThat(output.getAll()).contains("WARN", "gpulse.security.anonymous=read: everyone who reaches " + end);
    }

    @Test
    void aTokenIsNotPrinted() {
        assertThat(new SecurityProperties.Token(SECRET, null, Set.of()))
                .asString()
                .doesNotContain(SECRET);
    }

    /** The part that checks the exposure and reads the credentials. */
    @EnableConfigurationProperties(SecurityProperties.class)
    static class Part {

        @Bean
        CredentialAuthenticator credentials(SecurityProperties properties, Environment environment) {
            return new SecurityConfiguration().credentialAuthenticator(properties, environment, Schedulers.immediate());
        }
    }
}
