package io.gpulse.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.api.Snapshots;
import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTableTests {

    @Test
    void fiveColumnsTellTheGpusAtAGlance() {
        assertThat(table(Snapshots.gpu(0), Snapshots.gpu(11))).isEqualTo("""
                        GPU  Name                   Utilization  Memory used / total     Power
                          0  NVIDIA H100 80GB HBM3         53 %    72810 / 81559 MiB  367.20 W
                         11  NVIDIA H100 80GB HBM3         53 %    72810 / 81559 MiB  367.20 W
                        """);
    }

    @Test
    void whatIsAbsentIsNotAvailableAndWhatIsZeroIsZero() {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(0));
        readings.put(Metric.MEMORY_USED, Reading.absent(Reason.NO_PERMISSION));
        readings.put(Metric.POWER_DRAW, Reading.absent(Reason.NOT_SUPPORTED));

        assertThat(table(Snapshots.gpu(0, readings)).lines().skip(1))
                .containsExactly("  0  NVIDIA H100 80GB HBM3          0 %      N/A / 81559 MiB    N/A");
    }

    @Test
    void aGpuThatDoesNotAnswerSaysWhy() {
        String detail = "nvmlDeviceGetUtilizationRates answered 15: the GPU has fallen off the bus; look for Xid"
                + " messages in the kernel log.";

        String table = table(Snapshots.troubled(0, GpuState.LOST, detail), Snapshots.gpu(1));

        assertThat(table.lines())
                .containsExactly(
                        "GPU  Name                   Utilization  Memory used / total     Power",
                        "  0  NVIDIA H100 80GB HBM3",
                        "     LOST since 2026-11-20 10:00:01 UTC: nvmlDeviceGetUtilizationRates answered",
                        "     15: the GPU has fallen off the bus; look for Xid messages in the kernel",
                        "     log.",
                        "  1  NVIDIA H100 80GB HBM3         53 %    72810 / 81559 MiB  367.20 W");
    }

    @Test
    void aShortSentenceStandsBesideTheName() {
        GpuSample waking = Snapshots.troubled(0, GpuState.ATTACHING, "");
        GpuSample nameless = new GpuSample(0, null, waking.condition(), null, null, waking.readings());

        assertThat(table(nameless, Snapshots.gpu(1)).lines().skip(1).findFirst().orElseThrow())
                .startsWith("  0  N/A                    ATTACHING since 2026-11-20 10:00:01 UTC");
    }

    @Test
    void noLineIsWiderThanATerminal() {
        GpuSample gpu = Snapshots.gpu(0);
        GpuIdentity longName = new GpuIdentity("GPU-1", "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "x");
        GpuSample wide = new GpuSample(10, longName, gpu.condition(), null, null, gpu.readings());

        assertThat(table(wide).lines())
                .allMatch((line) -> line.length() <= 80)
                .anyMatch((line) -> line.contains("..."));
        assertThat(table(wide)).endsWith("W\n");
    }

    @Test
    void simulatedGpusAreLabelled() {
        Source demo = new Source(SourceKind.DEMO, true, "580.95.05", null, "13.0", null);

        assertThat(TextTable.of(Snapshots.of(0, demo, List.of(Snapshots.gpu(0))), Diagnosis.UNKNOWN))
                .startsWith("DEMO: these GPUs do not exist; every number is simulated.\nGPU  Name");
    }

    @Test
    void withoutGpusItSaysWhyAndWhatToDo() {
        Diagnosis diagnosis = new Diagnosis(
                "none",
                List.of(),
                List.of(
                        new Diagnosis.Step("Load the driver", "sudo modprobe nvidia"),
                        new Diagnosis.Step("Reboot", null)));
        Snapshot snapshot = Snapshots.of(0, Source.none("The NVIDIA driver is not loaded."), List.of());

        assertThat(TextTable.of(snapshot, diagnosis)).isEqualTo("""
                        There are no GPUs to show. The NVIDIA driver is not loaded.
                        Next: Load the driver
                            sudo modprobe nvidia
                        Next: Reboot
                        """);
    }

    @Test
    void aDriverInTroubleIsSaidBelowTheTable() {
        Source failing = Snapshots.NVML.failing("The driver was upgraded; restart gpulse.");

        assertThat(TextTable.of(Snapshots.of(0, failing, List.of(Snapshots.gpu(0))), Diagnosis.UNKNOWN))
                .endsWith("W\nThe driver was upgraded; restart gpulse.\n");
    }

    private static String table(GpuSample... gpus) {
        return TextTable.of(Snapshots.of(0, Snapshots.NVML, List.of(gpus)), Diagnosis.UNKNOWN);
    }
}
