package io.gpulse.nvml.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSession;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.FakeInstance;
import io.gpulse.nvml.NeedsCompiler;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The MIG instances of a GPU, through the real JNA path. */
@NeedsCompiler
class MigThroughJnaTests {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);
    private static final Set<Cadence> FAST = EnumSet.of(Cadence.FAST);
    private static final Place LARGE = new Place(2, 0);
    private static final Place SMALL = new Place(9, 0);
    private static final String MEMORY = "nvmlDeviceGetMemoryInfo_v2";

    @TempDir
    private Path directory;

    private FakeDriver driver;
    private FakeInstance large;
    private FakeInstance small;
    private GpuSession session;
    private Gpu gpu;

    @BeforeEach
    void split() throws Exception {
        this.driver = FakeDriver.in(this.directory);
        this.large = withMemory(this.driver.instance(0, 0).create(LARGE, "3g.40gb"), 40_448, 11_091);
        this.small = withMemory(this.driver.instance(0, 4).create(SMALL, "1g.10gb"), 9_984, 9);
        this.session =
                NvmlSource.ofThisMachine(this.driver.library(), this.directory).open();
        this.gpu = this.session.attach(0);
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        this.session.close();
        assertThat(this.driver.violations()).isEmpty();
    }

    private static FakeInstance withMemory(FakeInstance instance, long total, long used) {
        return instance.value(MEMORY + ".total", total << 20)
                .value(MEMORY + ".used", used << 20)
                .value(MEMORY + ".free", (total - used) << 20)
                .value("nvmlDeviceGetAttributes_v2.multiprocessorCount", total / 600);
    }

    private List<MigSample> read(Set<Cadence> due) {
        return readings(due).mig();
    }

    private GpuReadings readings(Set<Cadence> due) {
        GpuReadResult result = this.gpu.read(due);
        assertThat(result.verdict()).isEqualTo(Verdict.FINE);
        return result.known();
    }

    private List<Place> places(Set<Cadence> due) {
        return read(due).stream().map(MigSample::place).toList();
    }

    private MigSample at(Place place, List<MigSample> instances) {
        return instances.stream()
                .filter((instance) -> instance.place().equals(place))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyInstanceHasItsIdentityAndItsRows() {
        List<MigSample> instances = read(ALL);

        assertThat(instances)
                .extracting(
                        MigSample::place,
                        MigSample::profile,
                        (instance) -> instance.readings()
                                .number(Metric.MIG_MEMORY_USED)
                                .orElseThrow())
                .containsExactly(tuple(LARGE, "3g.40gb", (double) (11_091L << 20)), tuple(SMALL, "1g.10gb", (double)
                        (9L << 20)));
        assertThat(instances)
                .extracting(MigSample::uuid)
                .doesNotHaveDuplicates()
                .allMatch((uuid) -> uuid.startsWith("MIG-"));
        assertThat(instances.get(1).readings().number(Metric.MIG_MULTIPROCESSORS))
                .hasValue(16);
    }

    @Test
    void onlyEnginesThatTheDriverRefusesAreAbsentOfTheGpuItself() {
        this.driver.code(0, "nvmlDeviceGetUtilizationRates", 3);

        GpuReadings split = readings(ALL);

        assertThat(split.own().absence(Metric.UTILIZATION_GPU)).hasValue(Reason.MIG_ENABLED);
        assertThat(split.own().absence(Metric.FAN_SPEED)).hasValue(Reason.NOT_SUPPORTED);
        assertThat(split.own().number(Metric.MEMORY_USED)).isPresent();
        assertThat(split.own().number(Metric.POWER_DRAW)).isPresent();
    }

    @Test
    void anInstanceThatEndsIsGoneAtOnceAndTheOthersStay() {
        long generation = at(SMALL, read(ALL)).generation();

        this.large.destroy();

        assertThat(read(FAST))
                .extracting(MigSample::place, MigSample::generation)
                .containsExactly(tuple(SMALL, generation));
    }

    @Test
    void aNewInstanceIsReadCompletelyWithTheNextSlowRows() {
        read(ALL);
        withMemory(this.driver.instance(0, 1).create(new Place(3, 0), "2g.20gb"), 20_096, 17);

        assertThat(places(FAST)).containsExactly(LARGE, SMALL);
        MigSample created = at(new Place(3, 0), read(EnumSet.of(Cadence.FAST, Cadence.SLOW)));

        assertThat(created.readings().number(Metric.MIG_MULTIPROCESSORS)).hasValue(33);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInstanceInThePlaceOfAnEarlierOneIsAnotherOne(boolean withSlowRows) {
        MigSample before = at(LARGE, read(ALL));

        this.large.create(LARGE, "3g.40gb", 1);
        List<MigSample> now = read(withSlowRows ? ALL : FAST);

        assertThat(at(LARGE, now).uuid()).isEqualTo(before.uuid());
        assertThat(at(LARGE, now).isSame(before)).isFalse();
        assertThat(at(LARGE, now).generation()).isGreaterThan(before.generation());
    }

    @ParameterizedTest
    @CsvSource({"2,false", "6,false", "999,true", "3,true", "4,true"})
    void onlyTheCodesOfAnInvalidHandleEndAnInstance(int code, boolean kept) {
        MigSample before = at(LARGE, read(ALL));

        this.large.code(MEMORY, code);
        assertThat(places(FAST).contains(LARGE)).isEqualTo(kept);
        this.driver.heal();

        assertThat(at(LARGE, read(ALL)).isSame(before)).isEqualTo(kept);
    }

    @Test
    void memoryOfTheMonitorIsFreedWithTheInstance() {
        this.driver.value(0, "nvmlGpmQueryDeviceSupport.isSupportedDevice", 1);
        read(ALL);
        assertThat(this.driver.calls("nvmlGpmSampleAlloc")).isEqualTo(6);

        this.large.destroy();
        read(FAST);

        assertThat(this.driver.calls("nvmlGpmSampleFree")).isEqualTo(2);
    }

    @Test
    void computeInstancesShareTheSampleOfTheirGpuInstance() {
        this.driver.value(0, "nvmlGpmQueryDeviceSupport.isSupportedDevice", 1);
        this.driver.instance(0, 5).create(new Place(2, 1), "1c.3g.40gb");

        assertThat(read(ALL))
                .hasSize(3)
                .allMatch((instance) ->
                        instance.readings().absence(Metric.MIG_ACTIVITY_SM).orElseThrow() == Reason.NO_DATA);

        assertThat(this.driver.calls("nvmlGpmMigSampleGet")).isEqualTo(2);
    }

    @Test
    void withoutAMonitorActivityIsAbsentWithTheReason() {
        assertThat(read(ALL))
                .allMatch((instance) ->
                        instance.readings().absence(Metric.MIG_ACTIVITY_SM).orElseThrow() == Reason.NOT_SUPPORTED);
    }

    @Test
    void processesHaveTheirInstanceAndAreCountedInIt() {
        this.large.process("compute", 41102, 4 << 20).process("graphics", 41102, 4 << 20);
        this.large.process("compute", 41103, 2 << 20);
        this.driver.code(0, "nvmlDeviceGetProcessUtilization", 3);

        GpuReadings split = readings(ALL);

        assertThat(split.processes())
                .extracting(ProcessSample::pid, ProcessSample::instance)
                .containsExactly(tuple(41102, LARGE), tuple(41103, LARGE));
        assertThat(split.processes().get(0).readings().absence(Metric.PROCESS_SM))
                .hasValue(Reason.MIG_ENABLED);
        assertThat(split.mig())
                .extracting((instance) ->
                        instance.readings().number(Metric.MIG_PROCESSES).orElseThrow())
                .containsExactly(2.0, 0.0);
        assertThat(split.own().number(Metric.PROCESSES_RUNNING)).hasValue(2);
    }

    @Test
    void inAContainerWithOneInstanceTheGpuIsRefusedAndTheInstanceIsNot() {
        this.small.destroy();
        this.large.process("compute", 41102, 4 << 20);
        List.of(
                        MEMORY,
                        "nvmlDeviceGetMemoryInfo",
                        "nvmlDeviceGetBAR1MemoryInfo",
                        "nvmlDeviceGetComputeRunningProcesses_v3",
                        "nvmlDeviceGetGraphicsRunningProcesses_v3",
                        "nvmlDeviceGetMPSComputeRunningProcesses_v3")
                .forEach((symbol) -> this.driver.code(0, symbol, 4));

        GpuReadings sliced = readings(ALL);

        assertThat(sliced.own().absence(Metric.MEMORY_USED)).hasValue(Reason.NO_PERMISSION);
        assertThat(at(LARGE, sliced.mig()).readings().number(Metric.MIG_MEMORY_USED))
                .hasValue(11_091L << 20);
        assertThat(sliced.processes())
                .extracting(ProcessSample::pid, ProcessSample::instance)
                .containsExactly(tuple(41102, LARGE));
        assertThat(at(LARGE, sliced.mig()).readings().number(Metric.MIG_PROCESSES))
                .hasValue(1);
        assertThat(sliced.own().absence(Metric.PROCESSES_RUNNING)).hasValue(Reason.NO_PERMISSION);
    }

    @Test
    void aProcessInAListOfTheGpuAndOfItsInstanceCountsOnce() {
        this.large.process("compute", 41102, 4 << 20);
        this.driver.code(0, "nvmlDeviceGetGraphicsRunningProcesses_v3", 4);

        assertThat(readings(ALL).processes())
                .extracting((process) -> process.readings().number(Metric.PROCESS_MEMORY))
                .containsExactly(OptionalDouble.of(4 << 20));
    }

    @ParameterizedTest
    @CsvSource({
        "nvmlDeviceGetMaxMigDeviceCount,999",
        "nvmlDeviceGetMaxMigDeviceCount,15",
        "nvmlDeviceGetMigDeviceHandleByIndex,28",
        "nvmlDeviceGetMigDeviceHandleByIndex,999",
        "nvmlDeviceGetMigDeviceHandleByIndex,10"
    })
    void aFailingEnumerationKeepsTheKnownInstancesAndTheGpu(String symbol, int code) {
        read(ALL);

        this.driver.code(0, symbol, code);

        assertThat(places(ALL)).containsExactly(LARGE, SMALL);
    }

    @ParameterizedTest
    @CsvSource({"nvmlDeviceGetGpuInstanceId,999", "nvmlDeviceGetComputeInstanceId,10", "nvmlDeviceGetUUID,999"})
    void anInstanceWhoseIdsAreNotReadGoesOn(String symbol, int code) {
        MigSample before = at(LARGE, read(ALL));

        this.large.code(symbol, code);

        assertThat(places(ALL)).containsExactly(LARGE, SMALL);
        this.driver.heal();
        assertThat(at(LARGE, read(ALL)).isSame(before)).isTrue();
    }

    @Test
    void everySlotIsRead() {
        for (int slot = 0; slot < 56; slot++) {
            this.driver.instance(0, slot).create(new Place(slot / 7, slot % 7), "1c.7g.80gb");
        }

        assertThat(read(ALL)).hasSize(56);
    }
}
