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
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server of series, which answers the HTTP API of Prometheus. */
public abstract class SeriesEngine implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final Path log;

    /** @param command with which it listens on a port of the loopback interface */
    SeriesEngine(Path log, List<String> command) {
        this.log = log;
        try {
            this.process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns its address, without a slash at the end. */
    public abstract String address();

    /** Waits until it is ready; ends it if it does not become so. */
    final void awaitReady(String path) {
        try {
            Wait.until(() -> isReady(path));
        } catch (AssertionError failure) {
            close();
            throw new AssertionError("The engine did not start; its output: " + output(), failure);
        }
    }

    private boolean isReady(String path) {
        try {
            assertThat(this.process.isAlive()).isTrue();
            return get(path).statusCode() == HttpURLConnection.HTTP_OK;
        } catch (CompletionException notYet) {
            return false;
        }
    }

    final String output() {
        try {
            return Files.readString(this.log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(address() + path)));
    }

    final HttpResponse<String> send(HttpRequest.Builder request) {
        return this.client
                .sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .orTimeout(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    final JsonNode json(String path) {
        return JsonMapper.shared().readTree(get(path).body());
    }

    /** Returns the series of an expression now; fails where the engine refuses it. */
    final JsonNode query(String expression) {
        JsonNode answer = json("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        assertThat(answer.path("status").asString())
                .as("%s: %s", expression, answer.path("error"))
                .isEqualTo("success");
        return answer.at("/data/result");
    }

    /** Returns the series of an expression once there are some. */
    final JsonNode awaitData(String expression) {
        try {
            Wait.until(() -> !query(expression).isEmpty());
        } catch (AssertionError failure) {
            throw new AssertionError("No data of " + expression, failure);
        }
        return query(expression);
    }

    @Override
    public final void close() {
        this.process.destroyForcibly();
        try {
            assertThat(this.process.waitFor(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("SIGKILL ends the engine")
                    .isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
