package io.gpulse.text.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import io.gpulse.text.query.Boards;
import java.util.List;
import org.junit.jupiter.api.Test;

class MigTableTests {

    @Test
    void theInstancesOfASplitGpuHaveALineEach() {
        List<MigSample> instances = Instances.ofH100();
        MigSample late = Instances.with(instances.get(3), Metric.MIG_ACTIVITY_SM, Reading.absent(Reason.TIMED_OUT));
        GpuSample gpu = Instances.split(
                Boards.h100()
                        .without(Metric.UTILIZATION_GPU, Reason.MIG_ENABLED)
                        .at(0),
                List.of(instances.get(0), instances.get(1), late));
        List<ProcessSample> processes = List.of(
                Instances.process(21_180, "/root/tools/memhog", instances.get(0), 2296),
                Boards.process(7, "mchen", "python"));

        assertThat(table(gpu.with(processes))).endsWith("""
                 Split into MIG instances.

            GPU  GI  CI  Dev  Profile  SMs     Memory MiB     SM  ECC
            ---------------------------------------------------------
              0   2   0    0  3g.40gb   48  11091 / 40448   38 %    0
              0   3   0    1  2g.20gb   32     17 / 20096   25 %    0
              0  10   0    2  1g.10gb   16       9 / 9984    N/A    0

            GPU   GI   CI    PID  Type  User   Process             Memory MiB     SM
            ------------------------------------------------------------------------
              0    2    0  21180  C     N/A    /root/tools/memhog        2296    N/A
              0  N/A  N/A      7  C     mchen  python                   72094   97 %
            """);
    }

    @Test
    void theUnknownProcessesOfAGpuAreThoseOfInstancesThatAreNotVisible() {
        MigSample visible = Instances.with(Instances.ofH100().get(0), Metric.MIG_PROCESSES, new Reading.Quantity(1));
        GpuSample gpu = Instances.split(
                Boards.h100()
                        .without(Metric.PROCESSES_RUNNING, Reason.NO_PERMISSION)
                        .at(0),
                List.of(visible));
        List<ProcessSample> listed = List.of(Instances.process(21_180, "/root/tools/memhog", visible, 2296));

        assertThat(table(gpu.with(listed)))
                .contains("memhog", "Processes on other instances of GPU 0 are unknown: NO_PERMISSION.");
    }

    @Test
    void withoutInstancesThereIsNoTableOfThem() {
        assertThat(table(Boards.h100().at(0))).doesNotContain("Profile");
        assertThat(table(Snapshots.troubled(0, GpuState.LOST, "gone"))).doesNotContain("Profile");
    }

    private static String table(GpuSample gpu) {
        return new TextTable(TextTable.USUAL_COLUMNS, Diagnosis.UNKNOWN, "")
                .of(Snapshots.of(0, Snapshots.NVML, List.of(gpu)));
    }
}
