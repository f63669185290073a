package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.reactive.function.client.WebClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An old output of nvidia-smi of another machine, as a support engineer receives it. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gpulse.source=nvidia-smi", "gpulse.sampling.every=100ms"})
class DumpOverHttpTests {

    private static final Instant WRITTEN = Instant.parse("2026-11-26T10:54:00Z");
    private static final String PROCESS = "<processes><process_info><pid>7</pid><type>C</type>"
            + "<process_name>/opt/serve --token=secret</process_name>"
            + "<used_memory>96 MiB</used_memory></process_info></processes>";

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void prepare(DynamicPropertyRegistry registry) throws IOException {
        Path file = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "dump")
                .resolve("gpus.xml");
        String recorded = Files.readString(Path.of("src/test/resources/io/gpulse/recording/h200.nvidia-smi.xml"));
        Files.writeString(file, recorded.replaceAll("(?s)<processes>.*?</processes>", PROCESS));
        Files.setLastModifiedTime(file, FileTime.from(WRITTEN));
        registry.add("gpulse.smi.file", () -> file);
    }

    @Test
    void allValuesAreShownAsThoseOfTheTimeOfTheFile() {
        JsonNode gpu = sampled();

        assertThat(gpu.at("/state").asString()).isEqualTo("STALE");
        assertThat(gpu.at("/stateDetail").asString())
                .endsWith("gpus.xml was last written at 2026-11-26T10:54:00Z; its figures are not of now.");
        assertThat(gpu.at("/sampledAt").asString()).isEqualTo("2026-11-26T10:54:00.000Z");
        assertThat(gpu.at("/values/memory.total").asLong()).isPositive();
        assertThat(gpu.at("/facts/serial").asString()).isEqualTo("0000000000001");
        assertThat(gpu.at("/processes/0/name").asString()).isEqualTo("/opt/serve");
        assertThat(get("/api/v1/query?query-gpu=name,memory.total&format=csv,noheader"))
                .isEqualTo("NVIDIA H200, 143771 MiB\n");
        assertThat(get("/api/v1/query?q&x")).contains("<total>143771 MiB</total>", "<process_name>/opt/serve</");
        assertThat(get("/")).contains("/ 143771", "STALE");
    }

    @Test
    void aScrapeAndSumsOfNowHaveNoOldValues() {
        sampled();

        assertThat(get("/metrics"))
                .containsPattern("gpulse_gpu_state\\{.*state=\"STALE\".*} 1\\.?0?\\n")
                .doesNotContain("gpulse_gpu_memory_total_bytes{");
        assertThat(JsonMapper.shared().readTree(get("/api/v1/summary")).toString())
                .doesNotContain("143771");
        assertThat(get("/actuator/health")).contains("STALE");
    }

    private JsonNode sampled() {
        return WebClient.create("http://localhost:" + this.port)
                .get()
                .uri("/api/v1/stream?view=full")
                .accept(MediaType.APPLICATION_NDJSON)
                .retrieve()
                .bodyToFlux(String.class)
                .map((line) -> JsonMapper.shared().readTree(line).at("/gpus/0"))
                .filter((gpu) -> !gpu.at("/processes/0/name").asString("").isEmpty())
                .blockFirst(Wait.PATIENCE);
    }

    private String get(String path) {
        return String.valueOf(WebClient.create("http://localhost:" + this.port)
                .get()
                .uri(path)
                .header("User-Agent", "curl/8")
                .retrieve()
                .bodyToMono(String.class)
                .block(Wait.PATIENCE));
    }
}
