package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.host.FakeProc;
import io.gpulse.metric.Metric;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every row of the catalogue, from its source to HTTP: the C driver has a value in its own unit and form, the
 * machine's {@code /proc} is a folder, and the JSON is compared with the converted value. A row that has
 * neither source fails.
 */
@NeedsCompiler
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gpulse.source=nvml", "gpulse.sampling.every=100ms"})
class CatalogueOverHttpTests {

    private static @Nullable FakeDriver driver;
    private static @Nullable FakeProc proc;
    private static @Nullable UsedGpu used;
    private static @Nullable DistinctGpu reported;
    private static @Nullable SplitGpu split;
    private static @Nullable SharingGpu sharing;

    private static @Nullable Flux<JsonNode> snapshots;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void prepare(DynamicPropertyRegistry registry) throws IOException {
        Path directory = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "catalogue");
        driver = FakeDriver.in(directory).gpus(3);
        proc = new FakeProc(directory.resolve("proc"));
        used = new UsedGpu(driver, proc);
        reported = new DistinctGpu(driver);
        split = new SplitGpu(driver);
        sharing = new SharingGpu(driver, 2);
        registry.add("gpulse.nvml.library", driver::library);
        registry.add("gpulse.processes.proc", proc::root);
    }

    @AfterAll
    static void nothingWasDoneAgainstTheRules() {
        assertThat(driver.violations()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyRowHasTheValueOfItsSource(Metric metric) {
        if (metric == Metric.MEMORY_KIND) {
            sharing.arrives(snapshots());
            return;
        }
        switch (metric.spec().scope()) {
            case GPU, LINK -> reported.arrives(metric, snapshots());
            case MIG -> split.arrives(metric, snapshots());
            case PROCESS -> used.arrives(metric, snapshots());
            case HOST, CORE, DISK, NETWORK, HOST_PROCESS -> new MachineRows(proc, snapshots()).arrives(metric);
        }
    }

    /** One stream for all rows, whose latest snapshot is shown to each. */
    private Flux<JsonNode> snapshots() {
        snapshots = Objects.requireNonNullElseGet(
                snapshots, () -> stream().replay(1).autoConnect());
        return snapshots;
    }

    private Flux<JsonNode> stream() {
        return WebClient.create("http://127.0.0.1:" + this.port)
                .get()
                .uri("/api/v1/stream?view=full")
                .accept(MediaType.APPLICATION_NDJSON)
                .retrieve()
                .bodyToFlux(String.class)
                .map(JsonMapper.shared()::readTree)
                .filter((line) -> line.has("gpus"));
    }
}
