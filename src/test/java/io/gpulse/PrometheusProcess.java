package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.SimulatedFleet;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A real Prometheus on a free port of this machine. */
public final class PrometheusProcess extends SeriesEngine {

    private static final Pattern LISTENING = Pattern.compile("\"Listening on\".* address=(\\S+)");

    private @Nullable String address;

    /** Returns when queries are answered. */
    PrometheusProcess(Path folder, String configuration) {
        super(
                folder.resolve("prometheus.log"),
                List.of(
                        "prometheus",
                        "--config.file=" + written(folder.resolve("prometheus.yml"), configuration),
                        "--storage.tsdb.path=" + data(folder),
                        "--web.listen-address=127.0.0.1:0"));
        awaitReady("/-/ready");
    }

    /** Returns one that has the series of a fleet, and scrapes nothing. */
    public static PrometheusProcess having(SimulatedFleet fleet, Path folder) {
        try {
            Path text = folder.resolve("fleet.txt");
            fleet.writeOpenMetrics(text);
            createBlocks(text, folder);
            return new PrometheusProcess(folder, "{}\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static void createBlocks(Path text, Path folder) throws IOException, InterruptedException {
        Path log = folder.resolve("promtool.log");
        List<String> command = new ArrayList<>(List.of("promtool", "tsdb", "create-blocks-from", "openmetrics"));
        command.addAll(List.of(
                "--max-block-duration=768h", text.toString(), data(folder).toString()));
        Process promtool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(promtool.waitFor(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("promtool ends by itself")
                    .isTrue();
        } finally {
            promtool.destroyForcibly();
        }
        assertThat(promtool.exitValue()).as(Files.readString(log)).isZero();
    }

    private static Path data(Path folder) {
        return folder.resolve("data");
    }

    private static Path written(Path file, String content) {
        try {
            return Files.writeString(file, content);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** It prints its port after its start. */
    @Override
    public String address() {
        if (this.address == null) {
            Wait.until(() -> LISTENING.matcher(output()).find());
            Matcher found = LISTENING.matcher(output());
            assertThat(found.find()).isTrue();
            this.address = "http://" + found.group(1);
        }
        return this.address;
    }
}
