package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.startup.Starting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

/** The addresses on which a complete gpulse may listen, and the permissions of its clients. */
class GuardedMachineTests {

    private static final String SECRET = "0123456789abcdef-secret";
    private static final String HASH = "$2a$04$aaaaaaaaaaaaaaaaaaaaaOaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final String THREE_WAYS = ", where others could read it. Give it a token"
            + " (gpulse.security.tokens.NAME.file), or a user (gpulse.security.users.NAME.password), or permit"
            + " everyone to read (gpulse.security.anonymous=read).";

    private final HttpClient client = HttpClient.newHttpClient();

    @ParameterizedTest
    @CsvSource({
        "server.address=0.0.0.0, 0.0.0.0",
        "server.address=::, ::",
        "server.address=, every address",
        "server.address=192.0.2.1, 192.0.2.1"
    })
    void listensOnTheNetworkOnlyWithAuthentication(String property, String address) {
        assertThat(resultOf(property)).isEqualTo("gpulse would listen on " + address + THREE_WAYS);
    }

    @Test
    void theManagementAddressIsCheckedToo() {
        assertThat(resultOf("management.server.port=0")).isEqualTo("gpulse would listen on every address" + THREE_WAYS);
        assertThat(resultOf("management.server.port=0", "management.server.address=127.0.0.1"))
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
        assertThat(resultOf("server.address=0.0.0.0", way)).isEqualTo("started");
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
                        + " read.",
                "gpulse.security.token.mine.value=x | There is no property gpulse.security.token.mine.value;"
                        + " the nearest is gpulse.security.tokens.mine.value."
            })
    void anInvalidConfigurationIsReportedWithoutASecret(String property, String sentence) {
        String reported = resultOf(property);

        assertThat(reported).isEqualTo(sentence);
        assertThat(reported)
                .doesNotContain("secret-word")
                .doesNotContain("short-secret")
                .doesNotContain("my secret");
    }

    @Test
    void aTokenMayBeInAFileOrInTheEnvironment(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), SECRET + "-of-file\n");
        Starting gpulse = Starting.serving(GpulseApplication.class)
                .inEnvironment("GPULSE_SECURITY_TOKENS_MINE_VALUE", SECRET + "-of-environment");

        try (ConfigurableApplicationContext context =
                gpulse.with(common("gpulse.security.tokens.other.file=" + file))) {
            assertThat(status(context, "/metrics", SECRET + "-of-file")).isEqualTo(200);
            assertThat(status(context, "/metrics", SECRET + "-of-environment")).isEqualTo(200);
            assertThat(status(context, "/metrics", SECRET + "-of-no-one")).isEqualTo(401);
        }
    }

    @Test
    void prometheusGetsTheMetricsAndNothingElse() {
        try (ConfigurableApplicationContext context = Starting.serving(GpulseApplication.class)
                .with(common(
                        "gpulse.security.tokens.prom.value=" + SECRET, "gpulse.security.tokens.prom.scopes=scrape"))) {
            assertThat(status(context, "/metrics", SECRET)).isEqualTo(200);
            assertThat(status(context, "/actuator/prometheus", SECRET)).isEqualTo(200);
            assertThat(status(context, "/api/v1/status", SECRET)).isEqualTo(403);
            assertThat(status(context, "/metrics", "")).isEqualTo(401);
            assertThat(status(context, "/actuator/prometheus", "")).isEqualTo(401);
            assertThat(status(context, "/v3/api-docs", "")).isEqualTo(200);
        }
    }

    @Test
    void aSeparateManagementPortIsGuardedAsWell() {
        try (ConfigurableApplicationContext context = Starting.serving(GpulseApplication.class)
                .with(common(
                        "gpulse.security.tokens.mine.value=" + SECRET,
                        "management.server.port=0",
                        "management.server.address=127.0.0.1"))) {
            String port = context.getEnvironment().getRequiredProperty("local.management.port");

            assertThat(status(port, "/actuator/prometheus", "")).isEqualTo(401);
            assertThat(status(port, "/actuator/prometheus", SECRET)).isEqualTo(200);
            assertThat(status(port, "/actuator/health/liveness", "")).isEqualTo(200);
        }
    }

    private static String resultOf(String... properties) {
        return Starting.serving(GpulseApplication.class).resultOf(common(properties));
    }

    private static String[] common(String... properties) {
        return Stream.concat(Stream.of("server.port=0", "gpulse.source=none"), Stream.of(properties))
                .toArray(String[]::new);
    }

    private int status(ConfigurableApplicationContext context, String path, String token) {
        return status(context.getEnvironment().getRequiredProperty("local.server.port"), path, token);
    }

    private int status(String port, String path, String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return this.client
                .sendAsync(request.build(), HttpResponse.BodyHandlers.discarding())
                .join()
                .statusCode();
    }
}
