package io.gpulse.nvml.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.Diagnosis.Outcome;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.read.ScriptedCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Through the real JNA path, against a driver in C that is as strict as the real one. */
@NeedsCompiler
class NvmlSourceTests {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);

    @TempDir(cleanup = CleanupMode.ALWAYS)
    Path directory;

    private FakeDriver driver;
    private NvmlSource source;

    @BeforeEach
    void place() {
        this.driver = FakeDriver.in(this.directory);
        this.source = NvmlSource.ofThisMachine(this.driver.library(), this.directory);
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void theDriverReportsItsVersions() throws Exception {
        this.driver
                .systemValue("nvmlSystemGetDriverVersion", "580.95.05")
                .systemValue("nvmlSystemGetCudaDriverVersion_v2", 13000);

        GpuSession session = this.source.open();

        assertThat(session.source().driverVersion()).isEqualTo("580.95.05");
        assertThat(session.source().cudaVersion()).isEqualTo("13.0");
        assertThat(session.source().simulated()).isFalse();
        assertThat(session.gpuCount()).isEqualTo(2);
        assertThat(this.source.diagnosis().checks())
                .extracting(Diagnosis.Check::outcome)
                .contains(Outcome.PASSED);
        session.close();
    }

    @Test
    void containersWithoutTheCudaLibraryGetTheVersionFromTheDriver() throws Exception {
        this.driver
                .systemCode("nvmlSystemGetCudaDriverVersion_v2", 12)
                .systemValue("nvmlSystemGetCudaDriverVersion", 12080);

        assertThat(this.source.open().source().cudaVersion()).isEqualTo("12.8");
    }

    @Test
    void sixteenGpusAreSixteenIdentities() throws Exception {
        this.driver.gpus(16);

        GpuSession session = this.source.open();

        assertThat(session.gpuCount()).isEqualTo(16);
        assertThat(java.util.stream.IntStream.range(0, 16)
                        .mapToObj((index) -> attach(session, index).identity().uuid()))
                .doesNotHaveDuplicates();
    }

    @Test
    void aWholeRoundReadsTheDriversValues() throws Exception {
        this.driver.value(1, "nvmlDeviceGetPowerUsage", 250_500).value(1, "nvmlDeviceGetMemoryInfo_v2.used", 1L << 36);

        GpuReadResult result = attach(this.source.open(), 1).read(ALL);

        assertThat(result.verdict()).isEqualTo(Verdict.FINE);
        assertThat(result.readings().number(Metric.POWER_DRAW)).hasValue(250.5);
        assertThat(result.readings().number(Metric.MEMORY_USED)).hasValue(1L << 36);
        assertThat(result.readings().of(Metric.FAN_SPEED)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void equalProbesAreOneNativeCall() throws Exception {
        Gpu gpu = attach(this.source.open(), 0);
        gpu.read(ALL);
        long before = this.driver.calls("nvmlDeviceGetUtilizationRates");

        gpu.read(ALL);

        assertThat(this.driver.calls("nvmlDeviceGetUtilizationRates")).isEqualTo(before + 1);
    }

    @Test
    void allFieldValuesOfARoundAreReadInOneCall() throws Exception {
        this.driver.value(0, "nvmlDeviceGetFieldValues[186]", 626_260).code(0, "nvmlDeviceGetFieldValues[82]", 3);
        Gpu gpu = attach(this.source.open(), 0);
        gpu.read(ALL);
        long before = this.driver.calls("nvmlDeviceGetFieldValues");

        GpuReadResult result = gpu.read(ALL);

        assertThat(this.driver.calls("nvmlDeviceGetFieldValues")).isEqualTo(before + 1);
        assertThat(result.readings().number(Metric.POWER_DRAW_INSTANT)).hasValue(626.26);
        assertThat(result.readings().of(Metric.TEMPERATURE_MEMORY)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void anOlderCallIsUsedForADriverWithoutASymbol() throws Exception {
        FakeDriver older = FakeDriver.without(
                this.directory.resolve("older"),
                "nvmlDeviceGetMemoryInfo_v2",
                "nvmlDeviceGetCurrentClocksEventReasons",
                "nvmlDeviceGetTotalEnergyConsumption",
                "nvmlSystemGetCudaDriverVersion_v2");
        older.value(0, "nvmlDeviceGetMemoryInfo.used", 77).value(0, "nvmlDeviceGetCurrentClocksThrottleReasons", "0x4");

        GpuSession session =
                NvmlSource.ofThisMachine(older.library(), this.directory).open();
        GpuReadResult result = attach(session, 0).read(ALL);

        assertThat(result.readings().number(Metric.MEMORY_USED)).hasValue(77);
        assertThat(result.readings().word(Metric.CLOCKS_EVENT_REASONS)).contains("0x0000000000000004");
        assertThat(result.readings().of(Metric.ENERGY_TOTAL)).contains(Reading.absent(Reason.DRIVER_TOO_OLD));
        assertThat(result.readings().of(Metric.MEMORY_RESERVED)).contains(Reading.absent(Reason.DRIVER_TOO_OLD));
        assertThat(older.violations()).isEmpty();
    }

    @Test
    void aMissingLibraryIsReportedInASentence() {
        NvmlSource nowhere = NvmlSource.ofThisMachine(this.directory.resolve("nothing.so"), this.directory);

        assertThat(reason(nowhere))
                .isEqualTo("The NVIDIA driver is not installed: "
                        + this.directory.resolve("nothing.so").toAbsolutePath() + " was not found.");
        assertThat(nowhere.diagnosis().steps()).isNotEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLibraryThatCannotBeLoadedIsNotCalledMissing() throws Exception {
        Path text = Files.writeString(this.directory.resolve("text.so"), "no library");

        assertThat(reason(NvmlSource.ofThisMachine(text, this.directory)))
                .startsWith("The library of the NVIDIA driver cannot be loaded: " + text.toAbsolutePath() + ": ")
                .doesNotContain("not found");
    }

    @Test
    void aDriverThatIsNotLoadedComesBackByItself() throws Exception {
        this.driver.unload();
        assertThat(reason(this.source)).isEqualTo("The NVIDIA driver is not loaded (NVML code 9).");

        this.driver.heal();

        assertThat(this.source.open().gpuCount()).isEqualTo(2);
    }

    @Test
    void aMismatchNamesTheReboot() {
        this.driver.mismatch();

        assertThat(reason(this.source)).contains("upgraded", "18");
        assertThat(this.source.diagnosis().steps())
                .extracting(Diagnosis.Step::command)
                .contains("sudo reboot");
    }

    @Test
    void aLibraryThatWasReplacedOnDiskIsLoaded() throws Exception {
        FakeDriver before = FakeDriver.in(this.directory.resolve("580")).mismatch();
        FakeDriver after = FakeDriver.in(this.directory.resolve("590")).gpus(5);
        Path link = this.directory.resolve("link.so");
        Files.createSymbolicLink(link, before.library());
        NvmlSource upgraded = NvmlSource.ofThisMachine(link, this.directory);
        assertThat(reason(upgraded)).contains("18");

        Files.delete(link);
        Files.createSymbolicLink(link, after.library());

        assertThat(upgraded.open().gpuCount()).isEqualTo(5);
    }

    @Test
    void aCountThatIsRefusedIsNotACountOfZero() {
        this.driver.systemCode("nvmlDeviceGetCount_v2", 999);

        assertThat(reason(this.source)).contains("does not report the number of its GPUs", "999");
        assertThat(this.driver.calls("nvmlShutdown")).isEqualTo(1);
    }

    @Test
    void aRefusalNamesThePermission() {
        this.driver.refuse();

        assertThat(reason(this.source)).contains("permissions", "4");
    }

    @Test
    void anUnknownErrorIsReported() {
        this.driver.unknown();

        assertThat(reason(this.source)).contains("unknown error", "999");
    }

    @Test
    void aDriverWithoutGpusIsReported() {
        this.driver.gpus(0);

        assertThat(reason(this.source)).contains("has no GPU");
    }

    @Test
    void aGpuThatTheDriverRefusesIsRefusedWithItsCode() throws Exception {
        this.driver.deviceCode(1, 17);

        GpuSession session = this.source.open();
        GpuRefusedException refusal = catchThrowableOfType(GpuRefusedException.class, () -> session.attach(1));

        assertThat(refusal.result().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(refusal.result().detail()).contains("nvmlDeviceGetHandleByIndex_v2", "17");
        assertThat(session.attach(0).read(ALL).verdict()).isEqualTo(Verdict.FINE);
    }

    @Test
    void aGpuThatNeedsAResetIsReported() throws Exception {
        Gpu gpu = attach(this.source.open(), 0);

        this.driver.reset(0);

        assertThat(gpu.read(ALL).verdict()).isEqualTo(Verdict.RESET_REQUIRED);
    }

    @Test
    void excludedGpusAreReportedNextToTheOthers() throws Exception {
        this.driver.systemValue("nvmlGetExcludedDeviceCount", 1);

        this.source.open();

        assertThat(this.source.diagnosis().checks())
                .extracting(Diagnosis.Check::detail)
                .contains("2, and 1 that the driver is configured to exclude");
    }

    @Test
    void aReplayedDriverChecksNothingOnThisMachine() {
        NvmlSource played = NvmlSource.simulated(
                new ScriptedCalls().answers("nvmlDeviceGetCount_v2", 8).succeeds("nvmlInit_v2"));

        assertThat(catchThrowableOfType(SourceUnavailableException.class, played::open))
                .isNull();

        assertThat(played.diagnosis().checks())
                .extracting(Diagnosis.Check::name, Diagnosis.Check::outcome)
                .containsExactly(tuple("demo", Outcome.PASSED), tuple("driver", Outcome.NOT_CHECKED));
    }

    private static Gpu attach(GpuSession session, int index) {
        try {
            return session.attach(index);
        } catch (GpuRefusedException refusal) {
            throw new AssertionError(refusal);
        }
    }

    private static String reason(NvmlSource source) {
        return String.valueOf(catchThrowableOfType(SourceUnavailableException.class, source::open)
                .getMessage());
    }
}
