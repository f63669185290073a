package io.gpulse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The doctor as a user starts it: from the packaged jar, and from the small jar that holds nothing else. */
class DoctorIT {

    private static final int MEGABYTE = 1_000_000;
    private static final Pattern ITS_OWN = Pattern.compile("(io/gpulse/(metric|device|nvml|smi|recording|setup|doctor)"
            + "|com/sun/jna|tools/jackson/core|org/jspecify)/.*");
    private static final String ALONE = "doctor.jar";
    private static final String WITH_GPULSE = "packaged.jar";

    @TempDir
    Path directory;

    /** Exit code and output of a run. */
    private record Run(int code, String output, String errors) {

        JsonNode document() {
            return JsonMapper.shared().readTree(this.output);
        }
    }

    @Test
    void theSmallJarIsSmallAndHoldsNothingElse() throws Exception {
        Path jar = Path.of(System.getProperty(ALONE));

        assertThat(Files.size(jar)).isLessThan(4L * MEGABYTE);
        try (JarFile content = new JarFile(jar.toFile())) {
            assertThat(content.stream().map(JarEntry::getName).filter((name) -> name.endsWith(".class")))
                    .allMatch((name) -> ITS_OWN.matcher(name).matches())
                    .noneMatch((name) -> name.matches("io/gpulse/.*(Configuration|Properties)\\.class"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ALONE, WITH_GPULSE})
    void aMissingLibraryIsReportedWithItsExitCode(String jar) throws Exception {
        Run run = run(jar, List.of(), "--json", "--nvml-library=" + this.directory.resolve("nothing.so"));

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.errors()).isEmpty();
        assertThat(run.document().at("/gpulse").asString()).matches("\\d+\\.\\d+.*");
        assertThat(run.document().at("/verdict").asString()).contains("The NVIDIA driver is not installed");
    }

    @ParameterizedTest
    @ValueSource(strings = {ALONE, WITH_GPULSE})
    void aWrongOptionIsReportedWithItsExitCode(String jar) throws Exception {
        Run run = run(jar, List.of(), "--jsno");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.errors()).isEqualToIgnoringNewLines("There is no option --jsno; the nearest is --json.");
    }

    @NeedsCompiler
    @ParameterizedTest
    @ValueSource(strings = {ALONE, WITH_GPULSE})
    void aHealthyDriverIsFine(String jar) throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory);

        Run run = run(jar, List.of(), "--nvml-library=" + driver.library());

        assertThat(run.code()).isZero();
        assertThat(run.errors()).isEmpty();
        assertThat(run.output()).contains("2 GPUs answer", "NVIDIA H100 80GB HBM3");
        assertThat(driver.violations()).isEmpty();
    }

    @NeedsCompiler
    @Test
    void aDriverThatHangsDoesNotKeepItFromEnding() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory).hangAll();

        Run run = run(ALONE, List.of(), "--json", "--nvml-library=" + driver.library());

        assertThat(run.code()).isEqualTo(4);
        assertThat(run.document().at("/hangs/0").asString()).matches("nvmlInit_v2 has not returned for \\d+ s\\.");
    }

    @Test
    void noClassOfSpringReactorOrNettyIsLoaded() throws Exception {
        Path log = this.directory.resolve("classes.log");

        Run run = run(WITH_GPULSE, List.of("-Xlog:class+load:file=" + log), "--json", "--share");

        assertThat(run.output()).contains("\"verdict\"");
        List<String> classes = Files.readAllLines(log);
        assertThat(classes).anyMatch((line) -> line.contains(" io.gpulse.doctor.Doctor "));
        assertThat(classes)
                .noneMatch((line) -> line.matches(
                        ".*\\] (org\\.springframework\\.(?!boot\\.loader\\.)|reactor\\.|io\\.netty\\.).*"));
    }

    private static Run run(String jar, List<String> options, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(JavaProcess.java()));
        command.addAll(JavaProcess.SHORT_RUN);
        command.addAll(options);
        command.addAll(List.of("-jar", System.getProperty(jar)));
        command.addAll(jar.equals(WITH_GPULSE) ? List.of("doctor") : List.of());
        command.addAll(List.of(arguments));
        ProcessBuilder starting = new ProcessBuilder(command);
        starting.environment().keySet().removeIf(JavaProcess::isMeantForTheBuild);
        Process process = starting.start();
        CompletableFuture<String> output =
                CompletableFuture.supplyAsync(() -> read(process.inputReader(UTF_8)), JavaProcess.READERS);
        String errors = read(process.errorReader(UTF_8));
        return new Run(process.waitFor(), output.join(), errors);
    }

    private static String read(BufferedReader reader) {
        return String.join("\n", reader.lines().toList());
    }
}
