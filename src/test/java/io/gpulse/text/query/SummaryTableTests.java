package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryTableTests {

    private static final Path EXPECTED = Path.of("src/test/resources/io/gpulse/text/query");

    static Stream<Path> recordings() throws IOException {
        return PrintedTable.recordings();
    }

    /** The tables of real machines, printed from the values in them. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("recordings")
    void aTableOfNvidiaSmiIsPrintedAgainByteForByte(Path recording) throws IOException {
        for (String table : PrintedTable.in(recording)) {
            String printed = new SummaryTable().of(PrintedTable.snapshot(table), (gpu) -> true);

            assertThat(withoutDate(printed)).isEqualTo(withoutDate(table));
            assertThat(printed.lines().findFirst())
                    .hasValueSatisfying((date) ->
                            assertThat(date).matches("\\w{3} \\w{3} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{4} {7}"));
        }
    }

    /** A file that is no longer written must not look new. */
    @Test
    void theDateIsThatOfTheFigures() {
        Snapshot first = Snapshots.numbered(0);
        Snapshot later = Snapshots.at(first.takenAt().plusSeconds(3600), first);

        assertThat(new SummaryTable().of(later, (gpu) -> true)).isEqualTo(new SummaryTable().of(first, (gpu) -> true));
    }

    /** Without a split GPU, the mode takes no place of a count. */
    @Test
    void aCountOfErrorsThatIsNotKnownIsAbsent() {
        GpuSample gpu = Snapshots.gpu(
                0,
                Map.of(Metric.ECC_MODE_CURRENT, Metric.ECC_MODE_CURRENT.spec().reading(1L)));

        assertThat(new SummaryTable()
                        .of(Snapshots.of(0, Snapshots.NVML, List.of(gpu)), (one) -> true)
                        .lines()
                        .filter((line) -> line.contains("H100 80GB")))
                .singleElement()
                .satisfies((line) -> assertThat(line).endsWith("N/A |").doesNotContain(" On |"));
    }

    private static String withoutDate(String table) {
        return table.substring(table.indexOf('\n'));
    }

    /** The layouts of the generations, each as in tables that users published. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "470.256.02",
                "530.41.03",
                "535.183.01",
                "550.163.01",
                "560.35.03",
                "570.195.03",
                "580.95.05",
                "610.57.04"
            })
    void everyGenerationHasItsLayout(String driver) throws IOException {
        Path file = EXPECTED.resolve("summary-" + driver.substring(0, 3) + ".txt");
        String printed = withoutDate(table(driver, busy(), split(), lost()));
        if (Boolean.getBoolean("contract.update")) {
            Files.writeString(file, printed);
        }

        assertThat(printed).isEqualTo(Files.readString(file));
        assertThat(printed.lines().map(String::length).distinct().toList()).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void withoutProcessesAndInstancesThisIsStated() {
        GpuSample alone = Instances.split(Boards.h100().idle().at(0), List.of());

        assertThat(table("580.95.05", alone))
                .contains("|  No MIG devices found      ", "|  No running processes found      ");
        assertThat(table("580.95.05", Boards.h100().at(0))).doesNotContain("MIG devices");
    }

    @ParameterizedTest
    @ValueSource(strings = {"470.256.02", "530.41.03", "550.163.01", "580.95.05"})
    void withoutKnownProcessesTheyAreUnknown(String driver) {
        GpuSample idle = Boards.h100().idle().at(0);
        GpuSample hidden = Boards.h100()
                .without(Metric.PROCESSES_RUNNING, Reason.NO_PERMISSION)
                .at(1);

        for (String table : List.of(table(driver, idle, lost()), table(driver, hidden), table(driver))) {
            assertThat(table).doesNotContain("No running").contains("|  Running processes are unknown   ");
            assertThat(table.lines().map(String::length).distinct().toList()).hasSizeLessThanOrEqualTo(3);
        }
        assertThat(table(driver, idle)).contains("|  No running").doesNotContain("unknown");
    }

    @Test
    void aModeThatWaitsForAResetHasAnAsterisk() {
        GpuSample gpu = Boards.h100().with(Metric.MIG_MODE_PENDING, 1).at(0);

        assertThat(table("580.95.05", gpu)).contains("|            Disabled* |");
    }

    @Test
    void memoryThatIsNotReadIsNotShownAsZero() {
        GpuSample shared = Boards.h100()
                .without(Metric.MEMORY_USED, Reason.NOT_SUPPORTED)
                .without(Metric.MEMORY_TOTAL, Reason.NOT_SUPPORTED)
                .at(0);
        GpuSample hidden =
                Boards.h100().without(Metric.MEMORY_USED, Reason.NO_PERMISSION).at(0);

        assertThat(table("580.95.05", shared)).contains("W /  700W | Not Supported          |    100%");
        assertThat(table("580.95.05", hidden)).contains("W /  700W |                  N/A   |    100%");
    }

    /** As nvgpu and nvidia-htop read it. */
    @Test
    void otherProgramsReadTheTable() {
        List<String> lines = table("580.95.05", busy()).lines().toList();

        assertThat(lines.get(2).split("CUDA Version: ")[1].split(" ")[0]).isEqualTo("13.0");
        assertThat(lines.get(9).split("\\|")[2].strip().split("/")).containsExactly("72810MiB ", "  81559MiB");
        assertThat(find("\\| ?(?:N/A|..%)\\s+[0-9]{2,3}C.*\\s([0-9]+)MiB\\s+/\\s+([0-9]+)MiB.*\\s([0-9]+)%", lines))
                .containsExactly("72810 81559 100");
        assertThat(find("\\|\\s+(\\d+)\\s+N/A\\s+N/A\\s+(\\d+)\\s+C\\s+\\S+.*\\s(\\d+)MiB \\|", lines))
                .containsExactly("0 41102 72094", "0 41103 72094");
    }

    private static List<String> find(String pattern, List<String> lines) {
        List<String> found = new ArrayList<>();
        for (String line : lines) {
            Matcher matcher = Pattern.compile(pattern).matcher(line);
            if (matcher.find()) {
                found.add(matcher.group(1) + " " + matcher.group(2) + " " + matcher.group(3));
            }
        }
        return found;
    }

    private static GpuSample busy() {
        return Boards.h100()
                .with(Metric.PERSISTENCE_MODE, 1)
                .with(Metric.DISPLAY_ACTIVE, 0)
                .at(0)
                .with(List.of(
                        Boards.process(41102, "mchen", "/opt/conda/bin/python"),
                        Boards.process(41103, "mchen", "/home/mchen/projects/translation/experiments/train.py")));
    }

    private static GpuSample split() {
        return Instances.split(
                        Boards.h100()
                                .with(Metric.PERSISTENCE_MODE, 0)
                                .with(Metric.ECC_MODE_CURRENT, 1)
                                .without(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, Reason.NOT_SUPPORTED)
                                .without(Metric.UTILIZATION_GPU, Reason.MIG_ENABLED)
                                .without(Metric.POWER_DRAW, Reason.NOT_SUPPORTED)
                                .without(Metric.ENFORCED_POWER_LIMIT, Reason.NOT_SUPPORTED)
                                .at(1),
                        Instances.ofH100().subList(0, 1))
                .with(List.of(Instances.process(7, "train", Instances.ofH100().get(0), 360)));
    }

    private static GpuSample lost() {
        return Snapshots.troubled(2, GpuState.LOST, "GPU 2 is lost.");
    }

    private static String table(String driver, GpuSample... gpus) {
        Source source = new Source(SourceKind.NVML, false, driver, "13." + driver, "13.0", null);
        return new SummaryTable().of(Snapshots.of(0, source, List.of(gpus)), (gpu) -> true);
    }
}
