package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus with an empty database, on a free port of this machine. */
final class PrometheusProcess implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("\"Listening on\".* address=(\\S+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final Path log;
    private final String address;

    /** Returns when queries are answered. */
    PrometheusProcess(Path folder, String configuration) {
        this.log = folder.resolve("prometheus.log");
        this.process = started(folder, configuration);
        try {
            Wait.until(() -> listening().find());
            Matcher found = listening();
            assertThat(found.find()).isTrue();
            this.address = "http://" + found.group(1);
            Wait.until(() -> get("/-/ready").statusCode() == HttpURLConnection.HTTP_OK);
        } catch (AssertionError failure) {
            close();
            throw new AssertionError("Prometheus did not start; its output: " + output(), failure);
        }
    }

    private Process started(Path folder, String configuration) {
        try {
            Path file = Files.writeString(folder.resolve("prometheus.yml"), configuration);
            return new ProcessBuilder(
                            "prometheus",
                            "--config.file=" + file,
                            "--storage.tsdb.path=" + folder.resolve("data"),
                            "--web.listen-address=127.0.0.1:0")
                    .redirectErrorStream(true)
                    .redirectOutput(this.log.toFile())
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Matcher listening() {
        return LISTENING.matcher(output());
    }

    private String output() {
        try {
            return Files.readString(this.log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private HttpResponse<String> get(String path) {
        return this.client
                .sendAsync(
                        HttpRequest.newBuilder(URI.create(this.address + path)).build(),
                        HttpResponse.BodyHandlers.ofString())
                .orTimeout(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    JsonNode json(String path) {
        return JsonMapper.shared().readTree(get(path).body());
    }

    /** Returns the series of an expression now; fails where Prometheus refuses it. */
    JsonNode query(String expression) {
        JsonNode answer = json("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        assertThat(answer.path("status").asString())
                .as("%s: %s", expression, answer.path("error"))
                .isEqualTo("success");
        return answer.at("/data/result");
    }

    /** Returns the series of an expression once there are some. */
    JsonNode awaitData(String expression) {
        try {
            Wait.until(() -> !query(expression).isEmpty());
        } catch (AssertionError failure) {
            throw new AssertionError("No data of " + expression, failure);
        }
        return query(expression);
    }

    @Override
    public void close() {
        this.process.destroyForcibly();
        try {
            assertThat(this.process.waitFor(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("SIGKILL ends Prometheus")
                    .isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
