package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Gpu;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of a board that only some boards and drivers have, through the driver in C. */
@NeedsCompiler
class BoardRowsTests {

    @TempDir
    private Path directory;

    private @Nullable FakeDriver driver;

    private FakeDriver driver() throws IOException {
        this.driver = FakeDriver.in(this.directory).gpus(1);
        return this.driver;
    }

    private Gpu attach() throws Exception {
        return NvmlSource.ofThisMachine(this.driver.library(), this.directory)
                .open()
                .attach(0);
    }

    private Readings read() throws Exception {
        return attach().read(EnumSet.allOf(Cadence.class)).readings();
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aBoardHasTheReportedNumberOfFans() throws Exception {
        driver().value(0, "nvmlDeviceGetNumFans", 2)
                .value(0, "nvmlDeviceGetFanSpeed_v2(0)", 31)
                .value(0, "nvmlDeviceGetFanSpeed_v2(1)", 0)
                .value(0, "nvmlDeviceGetFanSpeed_v2(2)", 99)
                .value(0, "nvmlDeviceGetFanSpeedRPM(0).speed", 1480)
                .value(0, "nvmlDeviceGetFanSpeedRPM(1).speed", 0);

        Readings readings = read();

        assertThat(readings.number(Metric.FAN_0_SPEED)).hasValue(31);
        assertThat(readings.number(Metric.FAN_1_SPEED)).hasValue(0);
        assertThat(readings.number(Metric.FAN_0_RPM)).hasValue(1480);
        assertThat(readings.number(Metric.FAN_1_RPM)).hasValue(0);
        assertThat(readings.of(Metric.FAN_2_SPEED)).hasValue(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(readings.of(Metric.FAN_3_RPM)).hasValue(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void aBoardWithoutFansHasNoRowsOfFans() throws Exception {
        driver().value(0, "nvmlDeviceGetNumFans", 0).value(0, "nvmlDeviceGetFanSpeed_v2(0)", 0);

        assertThat(read().of(Metric.FAN_0_SPEED)).hasValue(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void fansAreNotGuessedWhereTheDriverDoesNotCountThem() throws Exception {
        driver().code(0, "nvmlDeviceGetNumFans", 13).value(0, "nvmlDeviceGetFanSpeed_v2(0)", 44);

        assertThat(read().of(Metric.FAN_0_SPEED)).hasValue(Reading.absent(Reason.DRIVER_TOO_OLD));
    }

    @Test
    void fansStayInLaterRounds() throws Exception {
        driver().value(0, "nvmlDeviceGetNumFans", 1).value(0, "nvmlDeviceGetFanSpeed_v2(0)", 31);
        Gpu gpu = attach();
        gpu.read(EnumSet.allOf(Cadence.class));

        Readings again = gpu.read(EnumSet.of(Cadence.FAST, Cadence.SLOW)).readings();

        assertThat(again.number(Metric.FAN_0_SPEED)).hasValue(31);
    }

    @ParameterizedTest
    @CsvSource({"2, DRIVER_TOO_OLD", "3, NOT_SUPPORTED", "13, DRIVER_TOO_OLD"})
    void anOlderDriverHasNoHotSpot(int code, Reason reason) throws Exception {
        driver().code(0, "nvmlDeviceGetTemperatureV", code);

        assertThat(read().of(Metric.TEMPERATURE_HOT_SPOT)).hasValue(Reading.absent(reason));
    }

    @Test
    void theHotSpotIsSensor1() throws Exception {
        driver().value(0, "nvmlDeviceGetTemperatureV(0).temperature", 61)
                .value(0, "nvmlDeviceGetTemperatureV(1).temperature", 74);

        assertThat(read().number(Metric.TEMPERATURE_HOT_SPOT)).hasValue(74);
    }

    @Test
    void powerOfTheMemoryIsNotThatOfTheBoard() throws Exception {
        driver().value(0, "nvmlDeviceGetFieldValues[185]", 367_200)
                .value(0, "nvmlDeviceGetFieldValues[185,1]", 467_000)
                .value(0, "nvmlDeviceGetFieldValues[185,2]", 32_980);

        Readings readings = read();

        assertThat(readings.number(Metric.POWER_DRAW_AVERAGE)).hasValue(367.2);
        assertThat(readings.number(Metric.MODULE_DRAW_AVERAGE)).hasValue(467);
        assertThat(readings.number(Metric.MEMORY_DRAW_AVERAGE)).hasValue(32.98);
    }

    @Test
    void aThresholdThatAnOlderDriverDoesNotKnowIsNoError() throws Exception {
        driver().code(0, "nvmlDeviceGetTemperatureThreshold(5)", 2);

        assertThat(read().of(Metric.TEMPERATURE_TARGET)).hasValue(Reading.absent(Reason.DRIVER_TOO_OLD));
    }

    @Test
    void aCallRefusedForItsHandleIsRepeated() throws Exception {
        driver().value(0, "nvmlDeviceGetClockInfo(1)", 1980).code(0, "nvmlDeviceGetClockInfo(1)", 2);
        Gpu gpu = attach();
        Readings refused = gpu.read(EnumSet.allOf(Cadence.class)).readings();
        this.driver.code(0, "nvmlDeviceGetClockInfo(1)", 0);

        Readings answered = gpu.read(EnumSet.allOf(Cadence.class)).readings();

        assertThat(refused.of(Metric.CLOCKS_SM)).hasValue(Reading.absent(Reason.ERROR));
        assertThat(answered.number(Metric.CLOCKS_SM)).hasValue(1980);
    }

    @Test
    void fansAreCountedAgainWhereThatFailed() throws Exception {
        driver().value(0, "nvmlDeviceGetNumFans", 1)
                .value(0, "nvmlDeviceGetFanSpeed_v2(0)", 31)
                .code(0, "nvmlDeviceGetNumFans", 999);
        Gpu gpu = attach();
        gpu.read(EnumSet.allOf(Cadence.class));
        this.driver.code(0, "nvmlDeviceGetNumFans", 0);

        Readings again = gpu.read(EnumSet.of(Cadence.FAST, Cadence.SLOW)).readings();

        assertThat(again.number(Metric.FAN_0_SPEED)).hasValue(31);
    }

    @Test
    void aBoardThatNeedsNoLicenseHasNone() throws Exception {
        driver().value(0, "nvmlDeviceGetGridLicensableFeatures_v4.isGridLicenseSupported", 1);

        Readings readings = read();

        assertThat(readings.number(Metric.VGPU_LICENSE_FEATURES)).hasValue(0);
        assertThat(readings.of(Metric.VGPU_LICENSE_STATUS)).hasValue(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void aVirtualGpuWithoutALicenseIsReported() throws Exception {
        driver().value(0, "nvmlDeviceGetGridLicensableFeatures_v4.licensableFeaturesCount", 1)
                .value(
                        0,
                        "nvmlDeviceGetGridLicensableFeatures_v4.gridLicensableFeatures[0].productName",
                        "NVIDIA RTX Virtual Workstation");

        Readings readings = read();

        assertThat(readings.word(Metric.VGPU_LICENSE_STATUS)).hasValue("Unlicensed");
        assertThat(readings.word(Metric.VGPU_LICENSE_PRODUCT)).hasValue("NVIDIA RTX Virtual Workstation");
    }

    @ParameterizedTest
    @CsvSource({"5, Recover IMEX", "6, Bus Reset", "7, System Reboot", "8, Unknown (8)"})
    void everyRecoveryActionHasItsWord(int action, String word) throws Exception {
        driver().value(0, "nvmlDeviceGetFieldValues[230]", action);

        assertThat(read().word(Metric.GPU_RECOVERY_ACTION)).hasValue(word);
    }

    @ParameterizedTest
    @CsvSource({"580.95.05, DRIVER_TOO_OLD", "610.57, NOT_SUPPORTED"})
    void fieldsOfNewerDriversAreNotReadFromOlderOnes(String version, Reason reason) throws Exception {
        driver().systemValue("nvmlSystemGetDriverVersion", version);

        assertThat(read().of(Metric.ACTIVITY_MMA_STALL)).hasValue(Reading.absent(reason));
    }

    @Test
    void pendingRemapsOfRowsAreReadFromFieldsToo() throws Exception {
        driver().systemValue("nvmlSystemGetDriverVersion", "610.57")
                .code(0, "nvmlDeviceGetRemappedRows_v2", 13)
                .value(0, "nvmlDeviceGetFieldValues[301]", 3)
                .value(0, "nvmlDeviceGetFieldValues[302]", 1);

        Readings readings = read();

        assertThat(readings.number(Metric.REMAPPED_ROWS_CORRECTABLE_INACTIVE)).hasValue(3);
        assertThat(readings.number(Metric.REMAPPED_ROWS_UNCORRECTABLE_INACTIVE)).hasValue(1);
    }
}
