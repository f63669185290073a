package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Requests with secrets, at the most detailed log level: no secret is in the log. */
class SecretsIT {

    private static final String TOKEN = "0123456789abcdef-token-of-mine";
    private static final String WRONG_TOKEN = "0123456789abcdef-token-of-nobody";
    private static final String PASSWORD = "tigers eat gpus";
    private static final String WRONG_PASSWORD = "lions eat gpus";
    private static final String RECEIVER = "s3cr3t-of-the-receiver";
    private static final String HASH = "$2a$04$UkI.ds3Zq2eGmxFpydshE.DwHlx5csz8t8pohqaYzoFcLTmjRpKBy";

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void noSecretIsInTheLogAtAnyLevel(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("gpulse.log");
        try (GpulseProcess gpulse = logging(log)) {
            assertThat(get(gpulse, "Bearer " + TOKEN)).isEqualTo(200);
            assertThat(get(gpulse, "Bearer " + WRONG_TOKEN)).isEqualTo(401);
            assertThat(get(gpulse, basic(PASSWORD))).isEqualTo(200);
            assertThat(get(gpulse, basic(WRONG_PASSWORD))).isEqualTo(401);
            assertThat(post(gpulse, "user=anna&secret=" + PASSWORD.replace(' ', '+')))
                    .isEqualTo(303);
            assertThat(post(gpulse, "user=anna&secret=" + WRONG_PASSWORD.replace(' ', '+')))
                    .isEqualTo(401);
            assertThat(post(gpulse, "secret=" + TOKEN)).isEqualTo(303);
            assertThat(test(gpulse)).isEqualTo(200);

            // The log is complete once the process has ended.
            gpulse.terminate();
            assertThat(gpulse.endsWithin(JavaProcess.PATIENCE_IN_SECONDS)).isTrue();
        }

        assertThat(log).content().contains("/api/v1/summary").contains("TRACE").doesNotContain(secrets());
    }

    @Test
    void thePasswordOfStandardInputIsHashed(@TempDir Path folder) throws IOException, InterruptedException {
        Path typed = Files.writeString(folder.resolve("typed"), PASSWORD + "\n");
        Path printed = folder.resolve("printed");
        Process command = new ProcessBuilder(JavaProcess.java(), "-jar", System.getProperty("packaged.jar"), "password")
                .redirectInput(typed.toFile())
                .redirectOutput(printed.toFile())
                .start();

        assertThat(command.waitFor(JavaProcess.PATIENCE_IN_SECONDS, TimeUnit.SECONDS))
                .isTrue();

        assertThat(command.exitValue()).isZero();
        String hash = Files.readString(printed).strip();
        assertThat(new BCryptPasswordEncoder().matches(PASSWORD, hash)).isTrue();
    }

    private static GpulseProcess logging(Path log) {
        return GpulseProcess.started(
                JavaProcess.SHORT_RUN,
                "--server.port=0",
                "--gpulse.source=demo",
                "--gpulse.security.tokens.mine.value=" + TOKEN,
                "--gpulse.security.users.anna.password=" + HASH,
                "--gpulse.security.users.anna.scopes=read,write",
                "--gpulse.processes.command-line=authenticated",
                "--gpulse.notify.ops.url=http://anna:" + RECEIVER + "@127.0.0.1:9/" + RECEIVER,
                "--logging.file.name=" + log,
                "--logging.threshold.console=INFO",
                "--logging.level.io.gpulse=TRACE",
                "--logging.level.org.springframework.security=TRACE",
                "--logging.level.org.springframework.web=TRACE",
                "--logging.level.org.springframework.http=TRACE",
                "--logging.level.org.springframework.boot=DEBUG",
                "--logging.level.reactor.netty=DEBUG");
    }

    private static String[] secrets() {
        return new String[] {
            TOKEN,
            WRONG_TOKEN,
            PASSWORD,
            WRONG_PASSWORD,
            PASSWORD.replace(' ', '+'),
            basic(PASSWORD).substring(6),
            basic(WRONG_PASSWORD).substring(6),
            HASH,
            RECEIVER
        };
    }

    private static String basic(String password) {
        byte[] pair = ("anna:" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    private int get(GpulseProcess gpulse, String authorization) {
        return status(HttpRequest.newBuilder(URI.create(gpulse.address() + "/api/v1/summary"))
                .header("Authorization", authorization)
                .build());
    }

    private int post(GpulseProcess gpulse, String form) {
        return status(HttpRequest.newBuilder(URI.create(gpulse.address() + "/login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build());
    }

    private int test(GpulseProcess gpulse) {
        return status(HttpRequest.newBuilder(URI.create(gpulse.address() + "/api/v1/notify/ops/test"))
                .header("Authorization", basic(PASSWORD))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    private int status(HttpRequest request) {
        return this.client
                .sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .join()
                .statusCode();
    }
}
