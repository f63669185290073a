package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.demo.DemoScene;
import io.gpulse.device.Snapshot;
import io.gpulse.startup.Starting;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Who uses the simulated GPUs, from the scene to HTTP. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gpulse.source=demo", "gpulse.sampling.every=100ms"})
class ProcessesOverHttpTests {

    private static final List<String> ALL_USERS = List.of("mchen", "jlopez", "tbauer", "serving");

    @LocalServerPort
    private int port;

    @Test
    void everyProcessOfTheDemoHasAnOwner() {
        List<String> users = lines(this.port, "/api/v1/stream")
                .map(ProcessesOverHttpTests::users)
                .filter((all) -> all.containsAll(ALL_USERS) && !all.contains(""))
                .blockFirst(Wait.PATIENCE);

        assertThat(users).isNotNull();
    }

    /** A quarter of an hour of the scene, in virtual time, on a machine of which everything is known. */
    @Test
    void theSnapshotsOfEightGpusFit() throws Exception {
        DemoScene scene = new DemoScene(Duration.ofSeconds(45));
        try (TestServer server = TestServer.started()) {
            for (int round = 0; round < 20; round++) {
                Snapshot sampled = scene.next();
                server.takes(Snapshots.of(round, sampled.source(), sampled.gpus()));

                String core = Http.get(server, "/api/v1/snapshot?view=core").body();

                assertThat(users(core)).containsAll(ALL_USERS);
                assertThat(core.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(24_576);
                String full = Http.get(server, "/api/v1/snapshot?view=full").body();
                assertThat(full.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(204_800);
            }
        }
    }

    /** One round of the scene, in virtual time. */
    @Test
    void theProcessesOfAUserAreFoundOverAllGpus() throws Exception {
        Snapshot round = new DemoScene(Duration.ofSeconds(1)).next();
        try (TestServer server = TestServer.started().takes(round)) {
            JsonNode mine = JsonMapper.shared().readTree(get(server.port(), "/api/v1/processes?user=mchen"));

            assertThat(mine)
                    .hasSize(4)
                    .allMatch((process) -> process.path("name").asString().equals("/opt/conda/bin/python")
                            && process.path("absent").path("command").asString().equals("HIDDEN"));
            assertThat(mine)
                    .extracting((process) -> process.path("gpu").asInt())
                    .containsExactlyInAnyOrder(0, 1, 2, 3);
        }
    }

    @Test
    void withProcessesDisabledNoneIsReported() {
        try (ConfigurableApplicationContext silent = Starting.serving(GpulseApplication.class)
                .with(
                        "gpulse.source=demo",
                        "gpulse.processes.enabled=false",
                        "gpulse.sampling.every=100ms",
                        "server.port=0")) {
            int other = Integer.parseInt(silent.getEnvironment().getRequiredProperty("local.server.port"));

            JsonNode gpu = lines(other, "/api/v1/stream?view=full")
                    .map((line) -> JsonMapper.shared().readTree(line).at("/gpus/0"))
                    .filter((candidate) -> candidate.path("state").asString("").equals("OK"))
                    .blockFirst(Wait.PATIENCE);

            assertThat(gpu.path("absent").path("processes.running").asString()).isEqualTo("HIDDEN");
            assertThat(gpu.path("processes").isEmpty()).isTrue();
            assertThat(get(other, "/api/v1/processes")).isEqualTo("[]");
        }
    }

    private static List<String> users(String line) {
        return JsonMapper.shared()
                .readTree(line)
                .path("gpus")
                .valueStream()
                .flatMap((gpu) -> gpu.path("processes").valueStream())
                .map((process) -> process.at("/facts/user").asString(""))
                .toList();
    }

    private static Flux<String> lines(int port, String path) {
        return client(port)
                .get()
                .uri(path)
                .accept(MediaType.APPLICATION_NDJSON)
                .retrieve()
                .bodyToFlux(String.class)
                .filter((line) -> line.contains("\"gpus\""));
    }

    private static String get(int port, String path) {
        return client(port).get().uri(path).retrieve().bodyToMono(String.class).block(Wait.PATIENCE);
    }

    private static WebClient client(int port) {
        return WebClient.builder()
                .codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(1 << 20))
                .baseUrl("http://127.0.0.1:" + port)
                .build();
    }
}
