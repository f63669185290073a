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
import org.springframework.context.ConfigurableApplicationContext;

/** The permissions of the clients of a complete gpulse. */
class GuardedMachineTests {

    private static final String SECRET = "0123456789abcdef-secret";
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void aTokenMayBeInAFileOrInTheEnvironment(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), SECRET + "-of-file\n");
        Starting gpulse = Starting.serving(GpulseApplication.class)
                .inEnvironment("GPULSE_SECURITY_TOKENS_MINE_VALUE", SECRET + "-of-environment");

        try (ConfigurableApplicationContext context =
                gpulse.with(common("server.address=0.0.0.0", "gpulse.security.tokens.other.file=" + file))) {
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
