package io.gpulse.text.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import io.gpulse.text.query.Boards;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTests {

    @Test
    void gpusAndTheirProcessesArePrinted() {
        GpuSample busy = Boards.h100().at(0).with(List.of(Boards.process(41102, "mchen", "python")));
        GpuSample idle = Boards.h100().idle().at(11);

        assertThat(table("Free: 11", busy, idle)).isEqualTo("""
            gpulse on trn-h100-03                                    2026-11-20 10:00:01 UTC
            Driver 580.95.05, NVML 13.580.95, CUDA 13.0

            GPU  Name                   Temp   Fan  Perf    Power W     Memory MiB   Util
            -----------------------------------------------------------------------------
              0  NVIDIA H100 80GB HBM3  59 C   N/A    P0  629 / 700  72810 / 81559  100 %
             11  NVIDIA H100 80GB HBM3  31 C   N/A    P0   71 / 700      0 / 81559    0 %
            Free: 11

            GPU    PID  Type  User   Process  Memory MiB     SM
            ---------------------------------------------------
              0  41102  C     mchen  python        72094   97 %
            """);
    }

    @Test
    void aProcessIsNamedByItsProgram() {
        ProcessSample process = Boards.process(41102, "mchen", "/opt/venv/bin/python3");
        Readings known = process.readings().with(Metric.PROCESS_PROGRAM, new Reading.Text("train.py"));
        ProcessSample named = new ProcessSample(41102, process.type(), process.name(), null, known);

        assertThat(table("", Boards.h100().at(0).with(List.of(named)))).contains("  mchen  train.py  ");
    }

    @Test
    void widerTableHasMoreColumns() {
        assertThat(new TextTable(120, Diagnosis.UNKNOWN, "")
                        .of(snapshot(Boards.h100().at(0)))
                        .lines()
                        .skip(3)
                        .limit(3))
                .containsExactly(
                        "GPU  Name                   Temp   Fan  Perf    Power W     Memory MiB   Util  Mem util  ECC"
                                + "  MIG       Mode",
                        "-".repeat(111),
                        "  0  NVIDIA H100 80GB HBM3  59 C   N/A    P0  629 / 700  72810 / 81559  100 %      54 %    0"
                                + "  Disabled  Default");
    }

    @Test
    void absentValueIsNotAvailableAndZeroIsZero() {
        GpuSample gpu = Boards.h100()
                .with(Metric.UTILIZATION_GPU, 0)
                .without(Metric.MEMORY_USED, Reason.NO_PERMISSION)
                .without(Metric.POWER_DRAW, Reason.NOT_SUPPORTED)
                .without(Metric.ENFORCED_POWER_LIMIT, Reason.NOT_SUPPORTED)
                .without(Metric.POWER_LIMIT, Reason.NOT_SUPPORTED)
                .at(0);

        assertThat(rows(gpu))
                .containsExactly("  0  NVIDIA H100 80GB HBM3  59 C   N/A    P0      N/A    N/A / 81559    0 %    0");
    }

    @Test
    void requestedLimitReplacesAnAbsentEnforcedLimit() {
        GpuSample gpu = Boards.h100()
                .without(Metric.ENFORCED_POWER_LIMIT, Reason.DRIVER_TOO_OLD)
                .with(Metric.POWER_LIMIT, 650)
                .at(0);

        assertThat(rows(gpu)).singleElement().asString().contains("629 / 650");
    }

    @Test
    void wattsAreTruncatedAsInNvidiaSmisTable() {
        GpuSample gpu = Boards.h100()
                .with(Metric.POWER_DRAW, 0.999)
                .with(Metric.ENFORCED_POWER_LIMIT, 699.999)
                .at(0);

        assertThat(rows(gpu)).singleElement().asString().contains("  0 / 699");
    }

    @Test
    void unresponsiveGpuIsReportedWithTheReason() {
        String detail = "nvmlDeviceGetUtilizationRates answered 15: the GPU has fallen off the bus; look for Xid"
                + " messages in the kernel log.";

        assertThat(rows(
                        Snapshots.troubled(0, GpuState.LOST, detail),
                        Boards.h100().at(1)))
                .containsExactly(
                        "  0  NVIDIA H100 80GB HBM3",
                        "     LOST since 2026-11-20 10:00:01 UTC: nvmlDeviceGetUtilizationRates answered",
                        "     15: the GPU has fallen off the bus; look for Xid messages in the kernel",
                        "     log.",
                        "  1  NVIDIA H100 80GB HBM3  59 C   N/A    P0  629 / 700  72810 / 81559  100 %");
    }

    @Test
    void sleepingGpuIsReported() {
        assertThat(rows(Snapshots.troubled(0, GpuState.SLEEPING, "It sleeps.")).get(0))
                .isEqualTo("  0  NVIDIA H100 80GB HBM3  SLEEPING since 2026-11-20 10:00:01 UTC: It sleeps.");
    }

    @Test
    void shortSentenceFollowsTheName() {
        GpuSample waking = Snapshots.troubled(0, GpuState.ATTACHING, "");
        GpuSample nameless = new GpuSample(0, null, waking.condition(), null, null, waking.readings());

        assertThat(rows(nameless, Boards.h100().at(1)).get(0))
                .isEqualTo("  0  N/A                    ATTACHING since 2026-11-20 10:00:01 UTC");
    }

    @Test
    void splitGpuIsReported() {
        GpuSample gpu = Boards.h100()
                .with(Metric.MIG_MODE_CURRENT, 1)
                .without(Metric.UTILIZATION_GPU, Reason.MIG_ENABLED)
                .at(0);

        assertThat(rows(gpu))
                .containsExactly(
                        "  0  NVIDIA H100 80GB HBM3  59 C   N/A    P0  629 / 700  72810 / 81559    N/A",
                        "     Split into MIG instances.");
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100, 120, 160, 240, 400})
    void noLineIsWiderThanTheTerminal(int columns) {
        GpuIdentity identity = new GpuIdentity(
                "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77",
                "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition",
                "00000000:1B:00.0");
        GpuSample gpu = Boards.h100().at(15);
        GpuSample wide = new GpuSample(15, identity, gpu.condition(), null, null, gpu.known(), gpu.activity())
                .with(List.of(Boards.process(
                        4_194_304, "a.very.long.name@corp.example", "/opt/" + "x".repeat(500) + "/python")));

        String table = new TextTable(columns, Diagnosis.UNKNOWN, "").of(snapshot(wide));

        assertThat(table.lines()).allMatch((line) -> line.length() <= columns);
        assertThat(table).contains("a.very.long.n...").contains("x...").endsWith(" 97 %\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 16})
    void everyGpuHasALine(int count) {
        GpuSample[] gpus = IntStream.range(0, count)
                .mapToObj((index) -> Boards.h100().at(index))
                .toArray(GpuSample[]::new);

        assertThat(rows(gpus)).hasSize(count);
    }

    @Test
    void namesOfProcessesCannotControlTheTerminal() {
        GpuSample gpu = Boards.h100()
                .at(0)
                .with(List.of(Boards.process(7, "m\u001b]0;x\u0007", "\u001b[2J学習.py\nGPU 1 is yours")));

        String table = table("", gpu);

        assertThat(table.chars()).allMatch((letter) -> letter == '\n' || (letter >= ' ' && letter <= '~'));
        assertThat(table).contains("  0    7  C     m?]0;x?  ?[2J??.py?GPU 1 is yours       72094   97 %\n");
    }

    @Test
    void theKindOfAProcessIsAbbreviatedAsNvidiaSmiDoes() {
        GpuSample gpu = Boards.h100().at(0).with(Boards.processesOfEveryType());

        assertThat(table("", gpu).lines().filter((line) -> line.matches("  0 +\\d+  .*")))
                .extracting((line) -> line.substring(10, 13).strip())
                .containsExactly("C", "G", "C+G", "M+C");
    }

    @Test
    void absenceOfProcessesIsReportedOnlyIfKnown() {
        GpuSample unused = Boards.h100().idle().at(0);
        GpuSample unknown = Boards.h100()
                .idle()
                .without(Metric.PROCESSES_RUNNING, Reason.HIDDEN)
                .at(1);

        assertThat(table("", unused)).endsWith("\n\nNo running processes found\n");
        assertThat(table("", unused, unknown, Snapshots.troubled(2, GpuState.STUCK, "It hangs.")))
                .endsWith("\n\nProcesses on GPU 1 are unknown: HIDDEN. gpulse is configured not to show it.\n"
                        + "Processes on GPU 2 are unknown: it is STUCK.\n")
                .doesNotContain("No running");
    }

    @Test
    void simulatedGpusAreLabelled() {
        Source demo = new Source(SourceKind.DEMO, true, "580.95.05", null, "13.0", null);

        assertThat(usual("").of(Snapshots.of(0, demo, List.of(Boards.h100().at(0)))))
                .startsWith("DEMO: these GPUs do not exist; every number is simulated.\ngpulse on trn-h100-03 ")
                .contains("\nDriver 580.95.05, NVML N/A, CUDA 13.0\n");
    }

    @Test
    void missingGpusAreReportedWithReasonAndSteps() {
        Diagnosis diagnosis = new Diagnosis(
                "none",
                List.of(),
                List.of(
                        new Diagnosis.Step("Load the driver", "sudo modprobe nvidia"),
                        new Diagnosis.Step("Reboot", null)));
        Snapshot snapshot = Snapshots.of(0, Source.none("The NVIDIA driver is not loaded."), List.of());

        assertThat(new TextTable(80, diagnosis, "").of(snapshot)).isEqualTo("""
            gpulse on trn-h100-03                                    2026-11-20 10:00:01 UTC
            Driver N/A, NVML N/A, CUDA N/A

            There are no GPUs to show. The NVIDIA driver is not loaded.
            Next: Load the driver
                sudo modprobe nvidia
            Next: Reboot
            """);
    }

    @Test
    void driverFailureIsPrintedBelowTheTable() {
        Source failing = Snapshots.NVML.failing("The driver was upgraded; restart gpulse.");

        assertThat(usual("").of(Snapshots.of(0, failing, List.of(Boards.h100().at(0)))))
                .contains("100 %\nThe driver was upgraded; restart gpulse.\n");
    }

    @Test
    void numbersAreTheSameEverywhere() {
        Locale before = Locale.getDefault();
        String here = table("", Boards.h100().at(0));
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

            assertThat(table("", Boards.h100().at(0))).isEqualTo(here);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void successiveTablesHaveTheSameLayout() {
        String busy = rows(Boards.h100().at(0)).get(0);
        Boards quiet = Boards.h100()
                .with(Metric.UTILIZATION_GPU, 3)
                .with(Metric.POWER_DRAW, 71)
                .with(Metric.MEMORY_USED, 0);
        String idle = rows(quiet.at(0)).get(0);

        assertThat(idle).hasSameSizeAs(busy);
        assertThat(idle.indexOf('/')).isEqualTo(busy.indexOf('/'));
    }

    /** Returns the lines between the rule and the empty line. */
    private static List<String> rows(GpuSample... gpus) {
        return table("", gpus)
                .lines()
                .skip(5)
                .takeWhile((line) -> !line.isEmpty())
                .toList();
    }

    private static String table(String remark, GpuSample... gpus) {
        return usual(remark).of(snapshot(gpus));
    }

    private static TextTable usual(String remark) {
        return new TextTable(TextTable.USUAL_COLUMNS, Diagnosis.UNKNOWN, remark);
    }

    private static Snapshot snapshot(GpuSample... gpus) {
        return Snapshots.of(0, Snapshots.NVML, List.of(gpus));
    }
}
