package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.validation.BeanPropertyBindingResult;

class NvidiaSmiTests {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Path TABLES = Path.of("../shared/captures/csv");
    private static final Path HELP = Path.of("../shared/captures/help");

    @TempDir
    Path directory;

    @Test
    void columnsAreIdentifiedByPosition() throws Exception {
        FakeSmi.in(this.directory)
                .gpu("uuid", "GPU-a", "name", "NVIDIA H100 80GB HBM3", "fan.speed", "[N/A]")
                .gpu("uuid", "GPU-b", "name", "NVIDIA T4", "fan.speed", "31");

        SmiTable table = smi().query(List.of("name", "uuid", "fan.speed"));

        assertThat(table.rows()).hasSize(2);
        assertThat(table.cell(table.rows().get(1), "uuid").text()).isEqualTo("GPU-b");
        assertThat(table.cell(table.rows().get(0), "fan.speed").isAbsent()).isTrue();
        assertThat(table.warning()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "N/A", "[N/A]", "[Not Supported]", "[GPU is lost]", "[Unknown Error]"})
    void aCellWithoutAValueIsAbsent(String cell) {
        assertThat(new SmiCell(cell).isAbsent()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "None", "Not Active", "[odd", "0x0000000000000000"})
    void aCellWithAValueIsThere(String cell) {
        assertThat(new SmiCell(cell).isAbsent()).isFalse();
    }

    @Test
    void namesThatItDoesNotKnowAreLeftOut() throws Exception {
        FakeSmi.in(this.directory).gpu("uuid", "GPU-a", "name", "NVIDIA T4");

        SmiTable table = smi().queryKnown(List.of("tea", "uuid", "coffee", "name"));

        assertThat(table.names()).containsExactly("uuid", "name");
        assertThat(table.rows()).containsExactly(List.of(new SmiCell("GPU-a"), new SmiCell("NVIDIA T4")));
    }

    @Test
    void theHelpListsKnownProperties() throws Exception {
        FakeSmi.in(this.directory).gpu("uuid", "GPU-a", "name", "NVIDIA T4");

        assertThat(smi().namesInHelp()).containsExactlyInAnyOrder("index", "uuid", "name");
    }

    @Test
    void outputOfAFailedHelpListsNoProperties() throws Exception {
        FakeSmi.printing(this.directory, "\"uuid\" is the requested field", 2);

        assertThat(smi().namesInHelp()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"340.108,clocks_throttle_reasons.active", "550.163,clocks_event_reasons.active"})
    void recordedHelpIsUnderstood(String driver, String name) throws Exception {
        Path help = HELP.resolve("nvidia-smi-" + driver + "--help-query-gpu.txt");
        assumeTrue(Files.exists(help), "the recordings are not here");
        FakeSmi.printing(this.directory, Files.readString(help), 0);

        assertThat(smi().namesInHelp())
                .contains("uuid", "power.draw", "gpu_name", name)
                .hasSizeGreaterThan(90);
    }

    static Stream<Path> recordedTables() throws IOException {
        if (!Files.isDirectory(TABLES)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(TABLES)) {
            return files.filter((file) -> file.toString().endsWith(".query-gpu.csv")).toList().stream();
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("recordedTables")
    void recordedTablesAreUnderstoodToTheLastCell(Path recording) throws Exception {
        List<String> lines = Files.readAllLines(recording);
        List<String> names = List.of(lines.get(0).split(", "));

        SmiTable table = SmiTable.parse(names, String.join("\n", lines.subList(1, lines.size())));

        assertThat(table.rows()).isNotEmpty();
        assertThat(table.warning()).isNull();
        assertThat(table.cell(table.rows().get(0), "uuid").text()).startsWith("GPU-");
        assertThat(table.rows().get(0))
                .noneMatch((cell) -> !cell.isAbsent() && cell.text().startsWith("["));
    }

    @ParameterizedTest
    @CsvSource({
        "9, the NVIDIA driver is not loaded",
        "12, it does not find the NVML library",
        "18, the driver and its library have different versions",
        "6, it finds no GPU",
        "15, a GPU is no longer accessible",
        "14, an InfoROM is corrupted",
        "77, it failed"
    })
    void aFailureIsReportedInOneSentence(int code, String meaning) {
        FakeSmi.printing(this.directory, "\nIt is so sad.", code);

        assertThat(refusal())
                .isEqualTo("It ended with code " + code + ": " + meaning + "; it printed \"It is so sad.\".");
    }

    @Test
    void aWarningNextToATableIsNoFailure() throws Exception {
        FakeSmi.in(this.directory)
                .gpu("uuid", "GPU-a", "name", "NVIDIA T4")
                .after("echo 'WARNING: infoROM is corrupted at gpu 0000:00:1E.0'")
                .endingWith(14);

        SmiTable table = smi().query(List.of("uuid", "name"));

        assertThat(table.rows()).hasSize(1);
        assertThat(table.warning()).isEqualTo("WARNING: infoROM is corrupted at gpu 0000:00:1E.0");
    }

    @Test
    void nonsenseIsNoTable() {
        FakeSmi.printing(this.directory, "Where am I?", 0);

        assertThat(refusal()).isEqualTo("It printed no table, but \"Where am I?\".");
    }

    @Test
    void standardErrorIsReportedToo() {
        FakeSmi.in(this.directory).before("echo 'libnvidia-ml.so.1: cannot open' >&2\nexit 127");

        assertThat(refusal()).contains("code 127: it lacks a library", "libnvidia-ml.so.1: cannot open");
    }

    @Test
    void aHangingProgramIsEndedWithItsChildren() throws Exception {
        Path pid = this.directory.resolve("pid");
        FakeSmi.in(this.directory).before("sleep 600 &\necho $! > '" + pid + "'\nwait");

        SmiRefusedException late = catchThrowableOfType(
                SmiRefusedException.class,
                () -> new NvidiaSmi(this.directory.resolve("nvidia-smi"), Duration.ofSeconds(2))
                        .query(List.of("uuid")));

        assertThat(late).hasMessage("It did not end within 2 s and was ended.");
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                .ifPresent((child) -> child.onExit().join());
    }

    @Test
    void aProgramWithEndlessOutputIsEnded() {
        FakeSmi.in(this.directory).before("while :; do echo 'and on and on and on and on and on and on'; done");

        assertThat(refusal()).isEqualTo("Its output cannot be read: more than 4 MiB.");
    }

    @Test
    void aMissingProgramIsReportedInOneSentence() {
        assertThat(refusal()).startsWith("It cannot be started: ");
    }

    @Test
    void itIsLookedForOnThePath() {
        FakeSmi smi = FakeSmi.in(this.directory);

        assertThat(NvidiaSmi.find("/nowhere::" + this.directory)).contains(smi.program());
        assertThat(NvidiaSmi.find("/nowhere")).isEmpty();
    }

    @Test
    void theReplacementOfGpulseIsPassedOver() throws Exception {
        FakeSmi own = FakeSmi.in(Files.createDirectory(this.directory.resolve("own")));
        FakeSmi other = FakeSmi.in(Files.createDirectory(this.directory.resolve("nvidia")));
        String path = own.program().getParent() + ":" + other.program().getParent();

        Files.writeString(own.program(), "#!/bin/sh\n# gpulse-nvidia-smi\nexec curl localhost:8080\n");

        assertThat(NvidiaSmi.find(path)).contains(other.program());
        assertThat(NvidiaSmi.isReplacement(own.program())).isTrue();
        assertThat(NvidiaSmi.isReplacement(other.program())).isFalse();
        assertThat(NvidiaSmi.isReplacement(this.directory)).isFalse();
        Files.writeString(own.program(), "#!/bin/sh\nexec gpulse nvidia-smi \"$@\"\n");
        assertThat(NvidiaSmi.find(path)).contains(other.program());
        assertThat(NvidiaSmi.find(own.program().getParent().toString())).isEmpty();
    }

    @Test
    void theMarkIsLookedForAtTheBeginningOfAScriptOnly() throws Exception {
        Path program = FakeSmi.in(this.directory).program();

        Files.writeString(program, "#!/bin/sh\n" + "#\n".repeat(300) + "# gpulse-nvidia-smi\n");
        assertThat(NvidiaSmi.isReplacement(program)).isFalse();

        Files.writeString(program, "\u007fELF # gpulse-nvidia-smi\n");
        assertThat(NvidiaSmi.isReplacement(program)).isFalse();
    }

    @Test
    void theReplacementIsNotAcceptedAsTheProgram() throws Exception {
        Path program = FakeSmi.in(this.directory).program();
        Files.writeString(program, "#!/bin/sh\n# gpulse-nvidia-smi\n");
        SmiProperties properties = new SmiProperties(null, program);
        BeanPropertyBindingResult errors = new BeanPropertyBindingResult(properties, "smi", false, 8);

        properties.validate(properties, errors);

        assertThat(errors.getFieldError("program").getDefaultMessage()).startsWith("NVIDIA's own");
    }

    @Test
    void aFolderOfThePathThatIsNoPathIsPassedOver() {
        FakeSmi smi = FakeSmi.in(this.directory);

        assertThat(NvidiaSmi.find("/no\0where:" + this.directory)).contains(smi.program());
    }

    @Test
    void theProgramRunsInTheCLocale() throws Exception {
        FakeSmi.in(this.directory).gpu("uuid", "GPU-a").after("echo \"$LC_ALL\"");

        assertThat(smi().query(List.of("index", "uuid")).warning()).isEqualTo("C");
    }

    private NvidiaSmi smi() {
        return new NvidiaSmi(this.directory.resolve("nvidia-smi"), LONG);
    }

    private String refusal() {
        return catchThrowableOfType(SmiRefusedException.class, () -> smi().query(List.of("uuid", "name")))
                .sentence();
    }
}
