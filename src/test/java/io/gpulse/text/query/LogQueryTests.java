package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.ProcessSample.Type;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.Rounds;
import io.gpulse.rounds.Rows;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.ProblemException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

class LogQueryTests {

    private static final String INSTANCE = """
            MIG Device
                Index                                          : 0
                GPU Instance ID                                : 2
                Compute Instance ID                            : 0
                Device Attributes
                    Shared
                        Multiprocessor count                   : 48
                        Copy Engine count                      : 3
                        Encoder count                          : 0
                        Decoder count                          : 3
                        OFA count                              : 0
                        JPG count                              : 3
                ECC Errors
                    Volatile
                        SRAM Uncorrectable                     : 0
                Shared FB Memory Usage
                    Total                                      : 40448 MiB
                    Reserved                                   : 0 MiB
                    Used                                       : 11091 MiB
                    Free                                       : 29358 MiB
                Shared BAR1 Memory
                    Total                                      : 18552 MiB
                    Used                                       : 0 MiB
                    Free                                       : 18552 MiB
            MIG Device
                Index                                          : 1
                GPU Instance ID                                : 3
        """;

    private final Rounds rounds = new Rounds(Flux.never());
    private final RecentSamples samples = new RecentSamples(this.rounds);

    @Test
    void aPartIsPrintedAsNvidiaSmiPrintsIt() {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.MEMORY_FREE, Reading.absent(Reason.NOT_SUPPORTED));
        readings.put(Metric.MEMORY_RESERVED, new Reading.Quantity(614L << 20));

        assertThat(log("MEMORY", Snapshots.gpu(0, readings)).lines().skip(3).limit(12))
                .first()
                .asString()
                .matches("Timestamp {46}: \\w{3} Nov [ 0-9]\\d \\d\\d:\\d\\d:01 2026");
        assertThat(log("MEMORY", Snapshots.gpu(0, readings))).contains("""
            Driver Version                                         : 580.95.05
            CUDA Version                                           : 13.0

            Attached GPUs                                          : 1
            GPU 00000000:1A:00.0
                FB Memory Usage
                    Total                                          : 81559 MiB
                    Reserved                                       : 614 MiB
                    Used                                           : 72810 MiB
                    Free                                           : N/A
                BAR1 Memory Usage
            """);
    }

    @Test
    void memoryThatIsSharedWithTheSystemIsNamed() {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.MEMORY_KIND, Metric.MEMORY_KIND.spec().reading(1));

        assertThat(log("MEMORY", Snapshots.gpu(0, readings))).contains("""
                Memory Kind                                        : Shared with the system
                FB Memory Usage
            """);
    }

    @Test
    void samplesAreCountedWithTheirExtremes() {
        for (int round = 0; round < 3; round++) {
            Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
            readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(40 + 20 * round));
            GpuSample gpu = Snapshots.gpu(0, readings);
            Snapshot snapshot = Snapshots.of(round, Snapshots.NVML, List.of());
            this.rounds.add(Snapshots.of(round, Snapshots.NVML, List.of(sampledAt(snapshot.takenAt(), gpu))));
        }

        assertThat(log("utilization", Snapshots.gpu(0))).contains("""
                GPU Utilization Samples
                    Duration                                       : 2.00 sec
                    Number of Samples                              : 3
                    Max                                            : 80 %
                    Min                                            : 40 %
                    Avg                                            : 60 %
            """);
    }

    private static GpuSample sampledAt(java.time.Instant time, GpuSample gpu) {
        return new GpuSample(gpu.index(), gpu.identity(), gpu.condition(), time, time, gpu.readings());
    }

    @Test
    void theWholeLogHasNoSamples() {
        assertThat(log("", Snapshots.gpu(0)))
                .contains("Utilization\n", "Power Readings\n", "Clocks\n")
                .doesNotContain("Samples");
    }

    @Test
    void withoutSamplesTheyAreNotAvailable() {
        assertThat(log("CLOCK", Snapshots.gpu(0))).contains("""
                Memory Clock Samples
                    Duration                                       : N/A
                    Number of Samples                              : N/A
                    Max                                            : N/A
            """);
    }

    @Test
    void alternativeLineHasItsOwnLabel() {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.TEMPERATURE_GPU, new Reading.Quantity(52));
        readings.put(Metric.TEMPERATURE_SHUTDOWN, Reading.absent(Reason.NOT_SUPPORTED));
        readings.put(Metric.TEMPERATURE_SHUTDOWN_MARGIN, new Reading.Quantity(-8));
        readings.put(Metric.TEMPERATURE_SLOWDOWN, Reading.absent(Reason.NOT_SUPPORTED));
        readings.put(Metric.TEMPERATURE_SLOWDOWN_MARGIN, Reading.absent(Reason.NOT_SUPPORTED));

        assertThat(log("TEMPERATURE", Snapshots.gpu(0, readings)))
                .contains("        GPU Current Temp                               : 52 C\n")
                .contains("        GPU Shutdown T.Limit Temp                      : -8 C\n")
                .contains("        GPU Slowdown Temp                              : N/A\n");
    }

    @Test
    void unitsThatOnlyTheLogHasAreThere() {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.PCIE_WIDTH_MAX, new Reading.Quantity(16));
        readings.put(Metric.PCIE_TX, new Reading.Quantity(4_217_400));
        readings.put(Metric.MIG_MODE_CURRENT, Reading.absent(Reason.NOT_SUPPORTED));
        readings.put(Metric.REMAPPED_ROWS_MAX, new Reading.Quantity(3072));

        assertThat(log("", Snapshots.gpu(0, readings)))
                .contains("                Max                                    : 16x\n")
                .contains("        Tx Throughput                                  : 4217 KB/s\n")
                .contains("            Max                                        : 3072 bank(s)\n");
    }

    @Test
    void processesAreListedOneByOne() {
        ProcessSample process = new ProcessSample(
                5021,
                Type.COMPUTE_AND_GRAPHICS,
                "ffmpeg",
                null,
                Readings.of(Map.of(Metric.PROCESS_MEMORY, new Reading.Quantity(360L << 20))));

        Map<Metric, Reading> whole = Snapshots.known(Scope.GPU);
        whole.put(Metric.MIG_MODE_CURRENT, Metric.MIG_MODE_CURRENT.spec().reading(0L));

        assertThat(log("PIDS", Snapshots.gpu(0).with(List.of(process)))).doesNotContain("instance ID");
        assertThat(log("PIDS", Snapshots.gpu(0, whole).with(List.of(process)))).contains("""
                Processes
                    GPU instance ID                   : N/A
                    Compute instance ID               : N/A
                    Process ID                        : 5021
                        Type                          : C+G
                        Name                          : ffmpeg
                        Used GPU Memory               : 360 MiB
            """);
    }

    @Test
    void theInstancesOfASplitGpuFollowItsMode() {
        GpuSample gpu = Instances.split(Snapshots.gpu(0), Instances.ofH100());

        assertThat(log("", gpu)).containsSubsequence("MIG Mode\n", "MIG Device\n", "Accounting Mode ");
        assertThat(log("", gpu)).contains(INSTANCE);
        assertThat(log("MEMORY", gpu)).doesNotContain("MIG Device");
    }

    @Test
    void anAbsentFigureOfAnInstanceHasItsReason() {
        MigSample hidden =
                Instances.with(Instances.ofH100().get(0), Metric.MIG_BAR1_USED, Reading.absent(Reason.NO_PERMISSION));
        MigSample late = Instances.with(hidden, Metric.MIG_MEMORY_USED, Reading.absent(Reason.TIMED_OUT));

        assertThat(log("", Instances.split(Snapshots.gpu(0), List.of(late)))).contains("""
                        Used                                       : Timeout
                        Free                                       : 29358 MiB
                    Shared BAR1 Memory
                        Total                                      : 18552 MiB
                        Used                                       : Insufficient Permissions
                        Free                                       : Insufficient Permissions
            """);
    }

    @Test
    void aProcessOnAnInstanceIsPrintedWithItsIds() {
        MigSample instance = Instances.ofH100().get(3);
        GpuSample gpu = Instances.split(Snapshots.gpu(0), Instances.ofH100())
                .with(List.of(Instances.process(5021, "python", instance, 360)));

        assertThat(log("PIDS", gpu)).contains("""
                Processes
                    GPU instance ID                   : 10
                    Compute instance ID               : 0
                    Process ID                        : 5021
            """);
    }

    @Test
    void absenceOfProcessesIsPrintedOnlyIfKnown() {
        Map<Metric, Reading> unknown = Snapshots.known(Scope.GPU);
        unknown.put(Metric.PROCESSES_RUNNING, Reading.absent(Reason.NO_PERMISSION));

        assertThat(log("PIDS", Snapshots.gpu(0)))
                .endsWith("    Processes                                          : None\n\n");
        assertThat(log("PIDS", Snapshots.gpu(0, unknown)))
                .endsWith("    Processes                                          : Insufficient Permissions\n\n");
    }

    @Test
    void lostGpuIsReportedOnEveryLine() {
        assertThat(log("COMPUTE", Snapshots.troubled(0, GpuState.LOST, "gone")))
                .endsWith("    Compute Mode                                       : GPU is lost\n\n");
    }

    @Test
    void everyLineOfTheLogHasItsSource() {
        assertThat(Template.OF_GPU.lines())
                .filteredOn(Template.Value.class::isInstance)
                .flatExtracting((line) -> ((Template.Value) line).choices())
                .flatExtracting((choice) -> List.of(choice.property(), choice.where()))
                .filteredOn((property) -> !property.equals(LogOutline.UNREAD))
                .allMatch((property) -> GpuProperties.named(property).isPresent());
        assertThat(Template.OF_GPU.lines())
                .flatExtracting((line) -> line.part().conditions())
                .filteredOn((condition) ->
                        condition.kind() == LogCondition.Kind.ONLY || condition.kind() == LogCondition.Kind.UNLESS)
                .isNotEmpty()
                .allMatch(
                        (condition) -> GpuProperties.named(condition.subject()).isPresent());
        assertThat(Template.OF_GPU.lines())
                .filteredOn(Template.Samples.class::isInstance)
                .extracting((line) -> ((Template.Samples) line).property())
                .allMatch((property) ->
                        Rows.SAMPLED.contains(Metric.named(property).orElseThrow()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"FOO", "MEMORY,", "MEMORY,FOO"})
    void unknownPartIsRejected(String parts) {
        assertThatThrownBy(() -> LogQuery.of(parts, this.samples))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("'Failed to parse --display/-d flags'");
    }

    private String log(String parts, GpuSample gpu) {
        return LogQuery.of(parts, this.samples).of(Snapshots.of(0, Snapshots.NVML, List.of(gpu)), (any) -> true);
    }
}
