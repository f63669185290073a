package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.device.Snapshot;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.startup.Starting;
import io.gpulse.testing.Http;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All of gpulse with its history on a file system of a few megabytes, which only root can make. */
class HistoryPlaceTests {

    @TempDir
    private Path folder;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        assumeTrue(mounts("-t", "tmpfs", "-o", "size=4m", "tmpfs", this.folder.toString()), "tmpfs cannot be mounted");
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        run("umount", "--lazy", this.folder.toString());
    }

    private static boolean mounts(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = "mount";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return run(command) == 0;
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void aFullDiskSuspendsTheHistoryAloneAndFreeSpaceResumesIt() throws IOException {
        try (ConfigurableApplicationContext gpulse = started()) {
            awaitState(gpulse, "RECORDING");
            Path filler = this.folder.resolve("filler");
            fill(filler);
            awaitState(gpulse, "SUSPENDED");

            long before = sequence(gpulse);
            await(gpulse, () -> sequence(gpulse) > before + 10);
            assertThat(status(gpulse).at("/history/detail").asString()).containsIgnoringCase("full");
            assertThat(get(gpulse, "/actuator/health").statusCode()).isEqualTo(200);

            Files.delete(filler);
            awaitState(gpulse, "RECORDING");
            long resumed = System.currentTimeMillis();
            await(gpulse, () -> newest(gpulse) > resumed);
        }
    }

    @Test
    void aHistoryWithoutAWritableFolderIsKeptInMemory() throws IOException, InterruptedException {
        assumeTrue(mounts("-o", "remount,ro", this.folder.toString()), "it cannot be made read-only");
        try (ConfigurableApplicationContext gpulse = started()) {
            await(gpulse, () -> status(gpulse).at("/history/maxBytes").isNumber());

            JsonNode history = status(gpulse).get("history");
            assertThat(history.get("state").asString()).isEqualTo("MEMORY_ONLY");
            assertThat(history.get("detail").asString()).contains("in memory").contains(this.folder.toString());
            assertThat(history.get("maxBytes").asLong()).isEqualTo(48L << 20);
            await(gpulse, () -> newest(gpulse) > 0);
        }
    }

    private ConfigurableApplicationContext started() {
        return Starting.serving(GpulseApplication.class)
                .with(
                        "server.port=0",
                        "gpulse.source=demo",
                        "gpulse.demo.past=false",
                        "gpulse.sampling.every=200ms",
                        "gpulse.history.enabled=true",
                        "gpulse.history.dir=" + this.folder);
    }

    private static void awaitState(ConfigurableApplicationContext gpulse, String state) {
        await(gpulse, () -> status(gpulse).at("/history/state").asString("").equals(state));
    }

    /** Checks the condition after each round of sampling. */
    private static void await(ConfigurableApplicationContext gpulse, BooleanSupplier condition) {
        Snapshot last = gpulse.getBean(SnapshotFeed.class)
                .snapshots()
                .onBackpressureLatest()
                .publishOn(Schedulers.boundedElastic(), 1)
                .filter((round) -> condition.getAsBoolean())
                .blockFirst(Wait.PATIENCE);
        assertThat(last).as("a round after which the condition is true").isNotNull();
    }

    private static void fill(Path filler) throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream file = Files.newOutputStream(filler)) {
            for (int blocks = 0; blocks < 2048; blocks++) {
                file.write(block);
            }
        } catch (IOException full) {
            // The disk is meant to be full.
            assertThat(full).hasMessageContaining("No space");
        }
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext gpulse, String path) {
        return Http.get(gpulse.getEnvironment().getRequiredProperty("local.server.port", Integer.class), path);
    }

    private static JsonNode json(ConfigurableApplicationContext gpulse, String path) {
        return JsonMapper.shared().readTree(get(gpulse, path).body());
    }

    private static JsonNode status(ConfigurableApplicationContext gpulse) {
        return json(gpulse, "/api/v1/status");
    }

    private static long sequence(ConfigurableApplicationContext gpulse) {
        return json(gpulse, "/api/v1/snapshot").get("sequence").asLong();
    }

    /** Returns when the last bucket with a value begins; 0 without one. */
    private static long newest(ConfigurableApplicationContext gpulse) {
        JsonNode history = json(gpulse, "/api/v1/history?range=1m&metrics=utilization.gpu&gpus=0");
        JsonNode values = history.at("/series/0/avg");
        for (int bucket = values.size() - 1; bucket >= 0; bucket--) {
            if (values.get(bucket).isNumber()) {
                return history.at("/t/" + bucket).asLong();
            }
        }
        return 0;
    }
}
