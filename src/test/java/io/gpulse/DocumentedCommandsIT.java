package io.gpulse;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs each command of README.md and HELP.md as it is written, in a folder with the jars and a Python environment
 * without packages. The programs {@code curl} and {@code java} of that folder are scripts: {@code localhost:8080} is
 * the port of the demo that the test has started, and what never ends is ended after its first output.
 */
@EnabledOnOs(OS.LINUX)
class DocumentedCommandsIT {

    private static final List<String> DOCUMENTS = List.of("README.md", "HELP.md");

    /** Beginnings of the commands that are not run, with the reason. */
    private static final Map<String, String> NOT_RUN = Map.of(
            "mvn ", "the build itself",
            "docker ", "needs Docker and downloads images",
            "scp ", "needs another machine",
            "ssh ", "needs another machine",
            "java -jar gpulse-doctor.jar --record 60s ", "needs a GPU and a minute",
            "sudo ", "needs root and systemd; ServiceUnitTests reads the unit",
            "pip install --find-links target/wheels ", "run by python/build/checks.py, which builds the wheels",
            "gpus=$(", "run by aProgramStartsOnFreeGpusOnly, with GPUs that are free");

    /** Parts that stand for something of the reader. */
    private static final Map<String, String> PLACEHOLDERS = Map.of(
            "$2a$10$…", "$2a$04$UkI.ds3Zq2eGmxFpydshE.DwHlx5csz8t8pohqaYzoFcLTmjRpKBy", "/etc/gpulse/token", "token");

    /** Programs that may be missing, with a command that succeeds where they are present. */
    private static final Map<String, String> PROGRAMS = Map.of(
            "curl", "curl --version",
            "/silences", "curl --json {} --version",
            "jq", "jq --version",
            "sqlite3", "sqlite3 --version",
            "python", "python3 -c 'import venv'");

    /** 1: something is wrong with this machine; 3: no driver. */
    private static final Set<Integer> EXIT_CODES_OF_THE_DOCTOR = Set.of(0, 1, 3);

    private static final Path RECORDING = Path.of("src/test/resources/io/gpulse/recording/two-h100.recording");
    private static final String TRAINING = "import os\nprint('trains on', os.environ.get('CUDA_VISIBLE_DEVICES'))\n";
    private static final String FREE = "format=env";
    private static final int REFUSED = 22;

    @TempDir
    private static Path folder;

    private static DocumentFolder reader;
    private static GpulseProcess demo;

    @BeforeAll
    static void start() throws IOException {
        reader = new DocumentFolder(folder);
        reader.place("token", "0123456789abcdef0123456789abcdef".getBytes(US_ASCII));
        reader.place("gpus.recording", Files.readAllBytes(RECORDING));
        reader.place("train.py", TRAINING.getBytes(US_ASCII));
        demo = GpulseProcess.started(
                JavaProcess.SHORT_RUN,
                "--server.port=0",
                "--gpulse.source=demo",
                "--gpulse.history.dir=" + reader.historyFolder());
        demo.awaitJson(
                "/api/v1/status",
                (status) -> status.at("/history/state").asString().equals("RECORDING"));
        demo.awaitJson(
                "/api/v1/insights", (insights) -> !insights.path("insights").isEmpty());
    }

    @AfterAll
    static void end() throws IOException {
        demo.close();
        reader.close();
    }

    static List<DocumentedCommand> run() {
        return all().filter((command) -> NOT_RUN.keySet().stream().noneMatch(command.text()::startsWith))
                .toList();
    }

    private static Stream<DocumentedCommand> all() {
        return DOCUMENTS.stream().flatMap((document) -> DocumentedCommand.of(document).stream());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("run")
    void itSucceedsAndPrintsSomething(DocumentedCommand command) {
        assumePrograms(command.text());
        String text = command.text();
        for (Map.Entry<String, String> placeholder : PLACEHOLDERS.entrySet()) {
            text = text.replace(placeholder.getKey(), placeholder.getValue());
        }

        DocumentFolder.Result result = reader.run("bash", text, demo.port());

        if (text.contains("doctor") && !text.contains("--calls")) {
            assertThat(EXIT_CODES_OF_THE_DOCTOR).as(result.output()).contains(result.code());
        } else {
            assertThat(result.code()).as(result.output()).isZero();
        }
        if (!text.contains("-X DELETE")) {
            assertThat(result.output()).isNotBlank();
        }
    }

    @Test
    void eachExceptionIsOfACommand() {
        List<String> texts = all().map(DocumentedCommand::text).toList();

        assertThat(NOT_RUN.keySet()).allMatch((begin) -> texts.stream().anyMatch((text) -> text.startsWith(begin)));
        assertThat(PLACEHOLDERS.keySet()).allMatch((part) -> texts.stream().anyMatch((text) -> text.contains(part)));
    }

    @NeedsCompiler
    @Test
    void aProgramStartsOnFreeGpusOnly(@TempDir Path place) {
        String command = all().map(DocumentedCommand::text)
                .filter((text) -> text.contains(FREE))
                .findFirst()
                .orElseThrow();
        assumePrograms(command);
        FakeDriver driver = FakeDriver.in(place)
                .gpus(2)
                .valueOfAll("nvmlDeviceGetUtilizationRates.gpu", 0)
                .valueOfAll("nvmlDeviceGetMemoryInfo_v2.used", 0);
        try (GpulseProcess idle = GpulseProcess.started(
                JavaProcess.SHORT_RUN,
                "--server.port=0",
                "--gpulse.history.enabled=false",
                "--gpulse.nvml.library=" + driver.library())) {
            idle.awaitJson("/api/v1/gpus/free", (free) -> free.path("gpus").size() == 2);
            List<String> shells = new ArrayList<>(List.of("sh", "bash", "zsh"));
            if (!Boolean.getBoolean("demand.programs")) {
                shells.removeIf((shell) -> !isPresent(shell));
            }
            assertThat(shells).contains("bash").allSatisfy((shell) -> {
                DocumentFolder.Result started = reader.run(shell, command, idle.port());
                assertThat(started.output()).matches("trains on GPU-[0-9a-f-]+,GPU-[0-9a-f-]+\\s*");

                DocumentFolder.Result refused = reader.run(shell, command.replace("count=2", "count=3"), idle.port());
                assertThat(refused.code()).as(refused.output()).isEqualTo(REFUSED);
                assertThat(refused.output()).contains("409").doesNotContain("trains on");
            });
        }
    }

    private static boolean isPresent(String program) {
        return reader.run("bash", "command -v " + program, 0).code() == 0;
    }

    private static void assumePrograms(String command) {
        List<String> missing = PROGRAMS.entrySet().stream()
                .filter((program) -> command.contains(program.getKey()))
                .filter((program) -> reader.run("bash", program.getValue(), 0).code() != 0)
                .map(Map.Entry::getKey)
                .toList();
        if (Boolean.getBoolean("demand.programs")) {
            assertThat(missing).as("programs that are demanded").isEmpty();
        }
        assumeTrue(missing.isEmpty(), () -> "missing: " + missing);
    }
}
