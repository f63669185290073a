package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.host.FakeProc;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.reactive.function.client.WebClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A DGX Spark as clients see it: a GPU without memory of its own, whose driver refuses what others report. */
@NeedsCompiler
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gpulse.source=nvml", "gpulse.sampling.every=100ms"})
class SharedMemoryOverHttpTests {

    private static final long TOTAL = 127_600_748L * 1024;
    private static final long AVAILABLE = 31_457_280L * 1024;
    private static final long FIRST = 40L << 30;
    private static final long SECOND = 3L << 30;

    private static @Nullable FakeDriver driver;

    @LocalServerPort
    private int port;

    /** The processes of a machine; the tests may run in a container. */
    @TestConfiguration
    static class Spark {

        @Bean
        @Primary
        Owners ownersOfSpark() {
            return (pids, names) -> pids.stream()
                    .collect(Collectors.toMap(Function.identity(), (pid) -> Owner.unknown(Reason.NO_PERMISSION)));
        }
    }

    @DynamicPropertySource
    static void prepare(DynamicPropertyRegistry registry) throws IOException {
        Path directory = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "spark");
        FakeProc proc = new FakeProc(directory.resolve("proc"));
        proc.write("meminfo", "MemTotal: 127600748 kB\nMemFree: 1 kB\nMemAvailable: 31457280 kB\n");
        driver = FakeDriver.in(directory).gpus(1);
        SharingGpu.refuseMemory(driver, 0);
        driver.value(0, "nvmlDeviceGetName", "NVIDIA GB10")
                .value(0, "nvmlDeviceGetCurrPcieLinkGeneration", 1)
                .value(0, "nvmlDeviceGetCurrPcieLinkWidth", 1)
                .process(0, "compute", 41, FIRST)
                .process(0, "graphics", 42, SECOND);
        registry.add("gpulse.nvml.library", driver::library);
        registry.add("gpulse.processes.proc", proc::root);
    }

    @Test
    void everyFormOfAnswerHasTheSystemsMemoryAndItsLabel() {
        JsonNode gpu = sampled();

        assertThat(gpu.at("/facts/memory.kind").asString()).isEqualTo("Shared with the system");
        assertThat(gpu.at("/values/memory.total").asLong()).isEqualTo(TOTAL);
        assertThat(gpu.at("/values/memory.used").asLong()).isEqualTo(FIRST + SECOND);
        assertThat(gpu.at("/values/memory.free").asLong()).isEqualTo(AVAILABLE);
        assertThat(gpu.at("/absent/pcie.link.gen.current").asString()).isEqualTo("NOT_SUPPORTED");
        assertThat(gpu.at("/absent/pcie.link.width.current").asString()).isEqualTo("NOT_SUPPORTED");
        assertThat(get("/api/v1/query?query-gpu=memory.total,memory.used,memory.free,memory.kind&format=csv,noheader"))
                .isEqualTo("124611 MiB, 44032 MiB, 30720 MiB, Shared with the system\n");
        assertThat(get("/")).contains("44032 / 124611", "GPU 0: its memory is shared with the system.");
        assertThat(get("/metrics"))
                .containsPattern("gpulse_gpu_memory_kind\\{.*} 1\\.?0?\\n")
                .containsPattern("gpulse_gpu_memory_used_bytes\\{.*} 4.617089843\\d*E10\\n");
        JsonNode free = JsonMapper.shared().readTree(get("/api/v1/gpus/free")).at("/gpus/0");
        assertThat(free.at("/sharedMemory").asBoolean()).isTrue();
        assertThat(free.at("/freeMemory").asLong()).isEqualTo(AVAILABLE);
        assertThat(driver.violations()).isEmpty();
    }

    private JsonNode sampled() {
        return client().get()
                .uri("/api/v1/stream?view=full")
                .accept(MediaType.APPLICATION_NDJSON)
                .retrieve()
                .bodyToFlux(String.class)
                .map((line) -> JsonMapper.shared().readTree(line).at("/gpus/0"))
                .filter((gpu) -> gpu.at("/values").has("memory.total")
                        && gpu.at("/values").has("memory.used"))
                .blockFirst(Wait.PATIENCE);
    }

    private String get(String path) {
        return client().get().uri(path).retrieve().bodyToMono(String.class).block(Wait.PATIENCE);
    }

    private WebClient client() {
        return WebClient.builder()
                .codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(1 << 20))
                .baseUrl("http://127.0.0.1:" + this.port)
                .build();
    }
}
