package io.gpulse.nvml.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.ProcessSample.Type;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.read.ScriptedCalls;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The processes on a GPU, through the real JNA path. */
@NeedsCompiler
class ProcessesThroughJnaTests {

    private static final Set<Cadence> FAST = EnumSet.of(Cadence.FAST);

    @TempDir
    private Path directory;

    private FakeDriver driver;

    private Gpu gpuOf(FakeDriver placed) throws Exception {
        this.driver = placed;
        return source().open().attach(0);
    }

    private NvmlSource source() {
        return NvmlSource.ofThisMachine(this.driver.library(), this.directory);
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 32})
    void pidsAndMemoryAreRightForEveryLengthOfAnEntry(int bytes) throws Exception {
        Gpu gpu = gpuOf(FakeDriver.in(this.directory)
                .processEntrySize(bytes)
                .process(0, "compute", 41102, 75_594_989_568L)
                .process(0, "compute", 41103, 1 << 20)
                .process(0, "graphics", 41103, 1 << 20)
                .process(0, "mps", 555, "unknown")
                .process(1, "compute", 7, 7));

        GpuReadResult result = gpu.read(FAST);

        assertThat(result.known().processes())
                .extracting(
                        ProcessSample::pid,
                        ProcessSample::type,
                        (process) ->
                                process.readings().of(Metric.PROCESS_MEMORY).orElseThrow())
                .containsExactly(
                        tuple(41102, Type.COMPUTE, new Reading.Quantity(75_594_989_568.0)),
                        tuple(41103, Type.COMPUTE_AND_GRAPHICS, new Reading.Quantity(1 << 20)),
                        tuple(555, Type.MPS, Reading.absent(Reason.NO_DATA)));
        assertThat(result.readings().number(Metric.PROCESSES_RUNNING)).hasValue(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 32})
    void aListThatGrowsIsReadToItsEnd(int bytes) throws Exception {
        Gpu gpu = gpuOf(FakeDriver.in(this.directory).processEntrySize(bytes));
        assertThat(gpu.read(FAST).readings().number(Metric.PROCESSES_RUNNING)).hasValue(0);

        IntStream.rangeClosed(1, 150).forEach((pid) -> this.driver.process(0, "compute", pid, pid * 4096L));
        List<ProcessSample> processes = gpu.read(FAST).known().processes();

        assertThat(processes)
                .hasSize(150)
                .allMatch((process) ->
                        process.readings().number(Metric.PROCESS_MEMORY).orElse(0) == process.pid() * 4096.0);
        assertThat(processes.get(0).pid()).isEqualTo(150);
    }

    @Test
    void onlySamplesSinceTheLastRoundAreUsed() throws Exception {
        Gpu gpu = gpuOf(FakeDriver.in(this.directory)
                .process(0, "compute", 10, 1)
                .process(0, "compute", 20, 2)
                .processUse(0, 10, 1_000, List.of(90, 0, 0, 0)));
        gpu.read(FAST);

        this.driver
                .processUse(0, 10, 2_000, List.of(53, 21, 7, 3))
                .processUse(0, 20, 3_000, List.of(4711, 0, 0, 0))
                .processUse(0, 0, 3_000, List.of(1, 1, 1, 1));
        List<ProcessSample> processes = gpu.read(FAST).known().processes();
        List<ProcessSample> later = gpu.read(FAST).known().processes();

        assertThat(shares(processes.get(1))).containsExactly(53.0, 21.0, 7.0, 3.0);
        assertThat(processes.get(0).readings().of(Metric.PROCESS_SM)).contains(Reading.absent(Reason.IMPLAUSIBLE));
        assertThat(processes.get(0).readings().number(Metric.PROCESS_DECODER)).hasValue(0);
        assertThat(later.get(1).readings().of(Metric.PROCESS_SM)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void olderListsAreReadFromADriverWithoutTheNewest() throws Exception {
        Gpu gpu = gpuOf(FakeDriver.without(
                        this.directory.resolve("535.98"),
                        "nvmlDeviceGetComputeRunningProcesses_v3",
                        "nvmlDeviceGetGraphicsRunningProcesses_v3",
                        "nvmlDeviceGetMPSComputeRunningProcesses_v3")
                .processEntrySize(32)
                .process(0, "compute", 41102, 4096));

        assertThat(gpu.read(FAST).known().processes())
                .extracting(ProcessSample::pid)
                .containsExactly(41102);
    }

    @Test
    void aGpuThatFallsOffTheBusAtAListIsLost() throws Exception {
        Gpu gpu = gpuOf(FakeDriver.in(this.directory).code(0, "nvmlDeviceGetMPSComputeRunningProcesses_v3", 15));

        assertThat(gpu.read(FAST).verdict()).isEqualTo(GpuReadResult.Verdict.LOST);
    }

    @Test
    void hiddenProcessesAreNotRead() throws Exception {
        gpuOf(FakeDriver.in(this.directory).process(0, "compute", 41102, 4096));

        GpuReadResult result = source().withoutProcesses().open().attach(0).read(FAST);

        assertThat(result.readings().of(Metric.PROCESSES_RUNNING)).contains(Reading.absent(Reason.HIDDEN));
        assertThat(result.known().processes()).isEmpty();
        assertThat(this.driver.calls("nvmlDeviceGetComputeRunningProcesses_v3")).isZero();
    }

    @Test
    void theDriverNamesItsProcesses() throws Exception {
        gpuOf(FakeDriver.in(this.directory).systemValue("nvmlSystemGetProcessName(41102)", "/usr/bin/python3"));
        Owners driverNames = (pids, names) -> Map.of(
                41102,
                new Owner(names.of(41102).orElse(null), null, Reading.absent(Reason.NO_DATA)),
                3,
                new Owner(names.of(3).orElse(null), null, Reading.absent(Reason.NO_DATA)));

        Map<Integer, Owner> owners = source().open().owners(Set.of(41102, 3), driverNames);

        assertThat(owners.get(41102).name()).isEqualTo("/usr/bin/python3");
        assertThat(owners.get(3).name()).isNull();
    }

    @Test
    void simulatedProcessesAreNotLookedUpOnThisMachine() throws Exception {
        this.driver = FakeDriver.in(this.directory);
        Owner actor = Owner.unknown(Reason.HIDDEN);
        NvmlCalls player =
                new ScriptedCalls().answers("nvmlDeviceGetCount_v2", 1).succeeds("nvmlInit_v2");
        NvmlSource played = NvmlSource.simulated(player).withOwners((pids, names) -> Map.of(41102, actor));

        assertThat(played.open().owners(Set.of(41102), Owners.UNKNOWN)).isEqualTo(Map.of(41102, actor));
    }

    private static List<Double> shares(ProcessSample process) {
        return List.of(
                        Metric.PROCESS_SM,
                        Metric.PROCESS_MEMORY_UTILIZATION,
                        Metric.PROCESS_ENCODER,
                        Metric.PROCESS_DECODER)
                .stream()
                .map((share) -> process.readings().number(share).orElse(Double.NaN))
                .toList();
    }
}
