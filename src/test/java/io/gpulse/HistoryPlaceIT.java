package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged jar on a file system of a few megabytes, which only root can make. */
class HistoryPlaceIT {

    /** A batch takes 5 s, and what failed is tried again after as long, or twice that. */
    private static final Duration SOON = Duration.ofSeconds(60);

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
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    @Test
    void aFullDiskStopsNoSamplingAndSpaceResumesTheHistory() throws IOException {
        try (GpulseProcess gpulse = started()) {
            Wait.until(() -> state(gpulse).equals("RECORDING"), SOON);
            Path filler = this.folder.resolve("filler");
            fill(filler);
            Wait.until(() -> state(gpulse).equals("SUSPENDED"), SOON);

            long before = sequence(gpulse);
            Wait.until(() -> sequence(gpulse) > before + 10, SOON);
            assertThat(json(gpulse, "/api/v1/status").at("/history/detail").asString())
                    .containsIgnoringCase("full");
            assertThat(gpulse.get("/actuator/health").statusCode()).isEqualTo(200);

            Files.delete(filler);
            Wait.until(() -> state(gpulse).equals("RECORDING"), SOON);
            long resumed = System.currentTimeMillis();
            Wait.until(
                    () -> newest(json(gpulse, "/api/v1/history?range=1m&metrics=utilization.gpu&gpus=0")) > resumed,
                    SOON);
        }
    }

    @Test
    void whereNothingCanBeWrittenItIsKeptInMemory() throws IOException, InterruptedException {
        assumeTrue(mounts("-o", "remount,ro", this.folder.toString()), "it cannot be made read-only");
        try (GpulseProcess gpulse = started()) {
            Wait.until(
                    () -> json(gpulse, "/api/v1/status").at("/history/maxBytes").isNumber(), SOON);

            JsonNode history = json(gpulse, "/api/v1/status").get("history");
            assertThat(history.get("state").asString()).isEqualTo("MEMORY_ONLY");
            assertThat(history.get("detail").asString()).contains("in memory").contains(this.folder.toString());
            assertThat(history.get("maxBytes").asLong()).isEqualTo(48L << 20);
            Wait.until(() -> newest(json(gpulse, "/api/v1/history?range=1m&metrics=utilization.gpu&gpus=0")) > 0, SOON);
        }
    }

    private GpulseProcess started() {
        return GpulseProcess.started(
                "--server.port=0",
                "--gpulse.source=demo",
                "--gpulse.sampling.every=200ms",
                "--gpulse.history.dir=" + this.folder);
    }

    private static void fill(Path filler) throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream file = Files.newOutputStream(filler)) {
            for (int blocks = 0; blocks < 2048; blocks++) {
                file.write(block);
            }
        } catch (IOException full) {
            // That is the aim.
            assertThat(full).hasMessageContaining("No space");
        }
    }

    private static JsonNode json(GpulseProcess gpulse, String path) {
        return JsonMapper.shared().readTree(gpulse.get(path).body());
    }

    private static String state(GpulseProcess gpulse) {
        return json(gpulse, "/api/v1/status").at("/history/state").asString("");
    }

    private static long sequence(GpulseProcess gpulse) {
        return json(gpulse, "/api/v1/snapshot").get("sequence").asLong();
    }

    /** When the last bucket begins of which something is known; 0 when there is none. */
    private static long newest(JsonNode history) {
        JsonNode values = history.at("/series/0/avg");
        for (int bucket = values.size() - 1; bucket >= 0; bucket--) {
            if (values.get(bucket).isNumber()) {
                return history.at("/t/" + bucket).asLong();
            }
        }
        return 0;
    }
}
