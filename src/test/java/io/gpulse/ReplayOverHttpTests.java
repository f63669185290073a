package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.recording.Recorded;
import io.gpulse.testing.Wait;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.reactive.function.client.WebClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A recording, in which a GPU hangs, replayed by gpulse as a whole: nowhere is it taken for a live machine. */
@NeedsCompiler
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gpulse.source=recording", "gpulse.sampling.every=500ms"})
class ReplayOverHttpTests {

    private static final String AT = Recorded.AT.toString();

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void record(DynamicPropertyRegistry registry) throws Exception {
        Path directory = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "replay");
        FakeDriver driver = FakeDriver.in(directory.resolve("driver")).gpus(2);
        Path file = Recorded.hanging(driver, directory.resolve("a.recording")).file;
        registry.add("gpulse.recording.file", () -> file);
    }

    private JsonNode snapshotThat(Predicate<JsonNode> holds) {
        return WebClient.create("http://127.0.0.1:" + this.port)
                .get()
                .uri("/api/v1/stream?view=full")
                .accept(MediaType.APPLICATION_NDJSON)
                .retrieve()
                .bodyToFlux(String.class)
                .map((line) -> JsonMapper.shared().readTree(line))
                .filter(holds)
                .blockFirst(Wait.PATIENCE);
    }

    private static String state(JsonNode snapshot, int gpu) {
        return snapshot.path("gpus").path(gpu).path("state").asString("");
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + this.port + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theGpuThatHungIsStuckAndTheOtherIsNot() {
        JsonNode snapshot = snapshotThat((each) -> state(each, 0).equals("STUCK"));

        assertThat(state(snapshot, 1)).isEqualTo("OK");
        assertThat(snapshot.path("gpus").path(0).path("stateDetail").asString())
                .startsWith("nvmlDevice")
                .endsWith(" has not returned.");
        assertThat(snapshot.path("gpus").path(0).path("values").size()).isZero();
        assertThat(snapshot.path("gpus").path(1).path("values").has("power.draw"))
                .isTrue();
    }

    @Test
    void everySnapshotHasTheTimeOfTheRecording() {
        JsonNode source = snapshotThat((each) -> state(each, 1).equals("OK")).path("source");

        assertThat(source.path("kind").asString()).isEqualTo("RECORDING");
        assertThat(source.path("simulated").asBoolean()).isTrue();
        assertThat(Instant.parse(source.path("recordedAt").asString())).isEqualTo(Recorded.AT);
        assertThat(source.path("driverVersion").asString()).isEqualTo("580.95.05");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/api/v1/snapshot",
                "/api/v1/gpus",
                "/api/v1/gpus/1",
                "/api/v1/gpus/free",
                "/api/v1/summary",
                "/api/v1/processes",
                "/api/v1/status",
                "/api/v1/query?query-gpu=name&format=csv",
                "/api/v1/query?q&d=POWER",
                "/metrics"
            })
    void everyResponseCarriesTheLabel(String path) throws Exception {
        snapshotThat((each) -> state(each, 1).equals("OK"));

        HttpResponse<String> response = get(path);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Gpulse-Simulated")).contains("true");
        assertThat(response.headers().firstValue("Gpulse-Recorded-At")).contains(AT);
    }

    @Test
    void textsAndSeriesHaveItToo() throws Exception {
        snapshotThat((each) -> state(each, 1).equals("OK"));

        String caution = "RECORDING of 2026-11-22T15:00:00Z: every number was recorded then; none is of now.";
        assertThat(get("/?columns=120").body()).startsWith(caution);
        assertThat(get("/api/v1/query?q&d=POWER").body()).contains(caution);
        assertThat(get("/metrics").body())
                .containsPattern("gpulse_source_info\\{[^}]*kind=\"RECORDING\"[^}]*simulated=\"true\"[^}]*} 1");
        assertThat(get("/api/v1/status").body())
                .contains(
                        "\"recordedAt\":\"2026-11-22T15:00:00.000Z\"",
                        "\"mode\":\"recording\"",
                        "gpulse replays a recording");
    }
}
