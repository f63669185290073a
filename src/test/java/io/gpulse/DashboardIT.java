package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the dashboard's own browser tests against the packaged jar. */
class DashboardIT {

    private static final Path FRONTEND =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("frontend");

    /** The line that is written when a test begins: with hundreds of them a failure would be lost. */
    private static final Pattern PROGRESS = Pattern.compile("^\\[\\d+/\\d+\\]");

    /** The password is "tigers eat gpus". */
    private static final String USER =
            "--gpulse.security.users.anna.password=$2a$04$UkI.ds3Zq2eGmxFpydshE.DwHlx5csz8t8pohqaYzoFcLTmjRpKBy";

    private Optional<Path> chromium = Optional.empty();

    // Before each, not before all: what is not met before all is not even counted as skipped.
    @BeforeEach
    void findPrograms() {
        assumeFalse(Boolean.getBoolean("without.ui"), "the dashboard was left out by -DskipUi");
        this.chromium = Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(DashboardIT::onThePath)
                .findFirst();
        if (Boolean.getBoolean("demand.browser")) {
            assertThat(this.chromium)
                    .as("Chromium on the PATH, which is demanded")
                    .isPresent();
        }
        assumeTrue(this.chromium.isPresent(), "there is no Chromium on the PATH");
    }

    @Test
    void theDashboardPassesItsBrowserTests() throws IOException, InterruptedException {
        List<String> options = JavaProcess.SHORT_RUN;
        try (GpulseProcess gpulse = GpulseProcess.started(options, "--server.port=0", "--gpulse.source=demo");
                GpulseProcess guarded =
                        GpulseProcess.started(options, "--server.port=0", "--gpulse.source=demo", USER)) {
            ProcessBuilder tests = new ProcessBuilder("node", "node_modules/@playwright/test/cli.js", "test")
                    .directory(FRONTEND.toFile())
                    .redirectErrorStream(true);
            tests.environment().put("GPULSE_BASE_URL", gpulse.address());
            tests.environment().put("GPULSE_GUARDED_URL", guarded.address());
            tests.environment().put("CHROMIUM", this.chromium.orElseThrow().toString());
            if (Boolean.getBoolean("thorough")) {
                tests.environment().put("GPULSE_THOROUGH", System.getProperty("thorough.group", "all"));
            }
            if ("fail".equals(System.getProperty("flaky"))) {
                tests.environment().put("FLAKY", "fail");
            }
            Process running = tests.start();
            String report;
            try (var output = running.inputReader()) {
                report = output.lines()
                        .filter((line) -> !PROGRESS.matcher(line).find())
                        .collect(Collectors.joining("\n"));
            }

            assertThat(running.waitFor()).as(report).isZero();
            assertThat(report).containsPattern("\\d+ passed");
            System.out.println(report.substring(report.indexOf("The ten slowest tests:")));
        }
    }

    private static Stream<Path> onThePath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map((directory) -> Path.of(directory, program))
                .filter(Files::isExecutable);
    }
}
