package io.gpulse.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Programs;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The check of names, types and help texts by Prometheus itself. */
@EnabledIf(value = "promtoolPresent", disabledReason = "no promtool on the PATH: the names are not linted")
class PromtoolTests {

    private static final Path PLACES = Path.of("target");

    static boolean promtoolPresent() {
        return Programs.isPresent("promtool");
    }

    @Test
    void everySeriesIsCleanUnderPromtool() throws Exception {
        assertThat(complaintsOf(Scrapes.of(Scrapes.everything()))).isEmpty();
        assertThat(complaintsOf(Scrapes.of(null))).isEmpty();
    }

    @Test
    void promtoolReportsErrors() throws Exception {
        assertThat(complaintsOf("# TYPE x_milliseconds counter\nx_milliseconds 1\n"))
                .contains("_total", "no help text", "seconds");
    }

    private static String complaintsOf(String page) throws IOException, InterruptedException {
        Path output = Files.createTempFile(Files.createDirectories(PLACES), "promtool", ".txt");
        Process promtool = new ProcessBuilder("promtool", "check", "metrics")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try (OutputStream input = promtool.getOutputStream()) {
            input.write(page.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(promtool.waitFor(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        String complaints = Files.readString(output);
        assertThat(promtool.exitValue() == 0).isEqualTo(complaints.isEmpty());
        return complaints;
    }
}
