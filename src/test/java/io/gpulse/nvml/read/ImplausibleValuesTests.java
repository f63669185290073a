package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Implausible numbers of the driver, through the real JNA path. */
@NeedsCompiler
class ImplausibleValuesTests {

    private static final Reading IMPLAUSIBLE = Reading.absent(Reason.IMPLAUSIBLE);

    @TempDir
    private Path directory;

    private FakeDriver driver;

    private Gpu gpu() throws Exception {
        this.driver = FakeDriver.in(this.directory).gpus(1);
        return NvmlSource.ofThisMachine(this.driver.library(), this.directory)
                .open()
                .attach(0);
    }

    private static GpuReadings read(Gpu gpu) {
        return gpu.read(EnumSet.allOf(Cadence.class)).known();
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "UTILIZATION_GPU, nvmlDeviceGetUtilizationRates.gpu, 808",
        "UTILIZATION_GPU, nvmlDeviceGetUtilizationRates.gpu, all-ones",
        "MEMORY_USED, nvmlDeviceGetMemoryInfo_v2.used, 85520809985",
        "MEMORY_USED, nvmlDeviceGetMemoryInfo_v2.used, 18446744073709551614",
        "MEMORY_TOTAL, nvmlDeviceGetMemoryInfo_v2.total, all-ones",
        "POWER_DRAW, nvmlDeviceGetPowerUsage, 2100001",
        "POWER_DRAW, nvmlDeviceGetPowerUsage, all-ones",
        "CLOCKS_SM, nvmlDeviceGetClockInfo(1), 10001",
        "TEMPERATURE_GPU, nvmlDeviceGetTemperature(0), 151",
        "ENERGY_TOTAL, nvmlDeviceGetTotalEnergyConsumption, 18446744073709551614",
        "CLOCKS_EVENT_REASONS, nvmlDeviceGetCurrentClocksEventReasons, all-ones",
        "REASON_POWER_CAP, nvmlDeviceGetCurrentClocksEventReasons, all-ones",
        "PERSISTENCE_MODE, nvmlDeviceGetPersistenceMode, all-ones",
        "MINOR_NUMBER, nvmlDeviceGetMinorNumber, all-ones"
    })
    void aValueThatCannotBeIsLeftOutForARoundAndReadAgain(Metric row, String source, String glitch) throws Exception {
        Gpu gpu = gpu();
        String usual = row == Metric.MINOR_NUMBER || row == Metric.PERSISTENCE_MODE ? "1" : null;
        if (usual != null) {
            this.driver.value(0, source, usual);
        }
        read(gpu);
        this.driver.glitch(0, source, 1, glitch);

        Reading left = read(gpu).own().of(row).orElseThrow();
        Reading next = read(gpu).own().of(row).orElseThrow();

        assertThat(left).isEqualTo(IMPLAUSIBLE);
        assertThat(((Reading.Absent) left).raw()).isNotBlank();
        assertThat(next).isInstanceOf(Reading.Present.class);
    }

    @Test
    void theValueThatTheDriverReportedIsKept() throws Exception {
        Gpu gpu = gpu();
        this.driver.value(0, "nvmlDeviceGetTotalEnergyConsumption", "18446744073709551614");

        assertThat(read(gpu).own().of(Metric.ENERGY_TOTAL).orElseThrow())
                .isInstanceOfSatisfying(
                        Reading.Absent.class,
                        (absent) -> assertThat(absent.raw()).isEqualTo("18446744073709551614"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551614", "85520809985"})
    void aProcessHasNoMoreMemoryThanThereIs(String memory) throws Exception {
        Gpu gpu = gpu();
        this.driver.process(0, "compute", 41, memory).process(0, "graphics", 41, 5);
        read(gpu);

        assertThat(gpu.read(EnumSet.of(Cadence.FAST)).known().processes())
                .singleElement()
                .satisfies((process) ->
                        assertThat(process.readings().of(Metric.PROCESS_MEMORY)).contains(IMPLAUSIBLE));
    }

    @Test
    void implausibleValuesOfLinksAreInNoSum() throws Exception {
        Gpu gpu = gpu();
        this.driver
                .value(0, "nvmlDeviceGetFieldValues[91]", 2)
                .valueOfAll("nvmlDeviceGetNvLinkState(0)", 1)
                .valueOfAll("nvmlDeviceGetNvLinkState(1)", 1)
                .value(0, "nvmlDeviceGetFieldValues[164]", "all-ones")
                .value(0, "nvmlDeviceGetFieldValues[164,1]", 26_562);

        GpuReadings readings = read(gpu);

        assertThat(readings.links().get(0).readings().of(Metric.LINK_BANDWIDTH_MAX))
                .contains(IMPLAUSIBLE);
        assertThat(readings.own().of(Metric.NVLINK_BANDWIDTH_MAX)).contains(IMPLAUSIBLE);
    }
}
