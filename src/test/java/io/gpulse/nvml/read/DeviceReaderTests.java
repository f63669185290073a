package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeviceReaderTests {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);
    private static final Set<Cadence> FAST = EnumSet.of(Cadence.FAST);
    private static final Set<Cadence> SLOW = EnumSet.of(Cadence.FAST, Cadence.SLOW);

    private final ScriptedCalls driver = new ScriptedCalls();
    private final DeviceReader reader = this.driver.reader();

    @Test
    void aMissingSensorIsAbsentInsteadOfZero() {
        this.driver.refuses("nvmlDeviceGetFanSpeed", NvmlReturn.NOT_SUPPORTED);

        Readings readings = readings(ALL);

        assertThat(readings.number(Metric.FAN_SPEED)).isEmpty();
        assertThat(readings.of(Metric.FAN_SPEED)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void aRealZeroIsAValue() {
        this.driver.answers("nvmlDeviceGetUtilizationRates.gpu", 0).answers("nvmlDeviceGetUtilizationRates.memory", 0);

        assertThat(readings(FAST).number(Metric.UTILIZATION_GPU)).hasValue(0);
    }

    @Test
    void milliwattsBecomeWattsWithoutNoise() {
        this.driver.answers("nvmlDeviceGetPowerUsage", 367_200);

        assertThat(readings(FAST).number(Metric.POWER_DRAW)).hasValue(367.2);
    }

    @Test
    void membersOfOneStructCostOneCall() {
        this.driver
                .answers("nvmlDeviceGetUtilizationRates.gpu", 53)
                .answers("nvmlDeviceGetUtilizationRates.memory", 21);

        Readings readings = readings(ALL);

        assertThat(readings.number(Metric.UTILIZATION_GPU)).hasValue(53);
        assertThat(readings.number(Metric.UTILIZATION_MEMORY)).hasValue(21);
        assertThat(this.driver.times("nvmlDeviceGetUtilizationRates")).isEqualTo(1);
    }

    @Test
    void anOlderCallIsUsedForAnOlderDriver() {
        this.driver
                .refuses("nvmlDeviceGetMemoryInfo_v2", NvmlReturn.FUNCTION_NOT_FOUND)
                .answers("nvmlDeviceGetMemoryInfo.used", 42L);

        Readings readings = readings(ALL);

        assertThat(readings.number(Metric.MEMORY_USED)).hasValue(42);
        assertThat(readings.of(Metric.MEMORY_RESERVED)).contains(Reading.absent(Reason.DRIVER_TOO_OLD));
    }

    @Test
    void aLastingRefusalIsNotReadAgain() {
        this.driver.refuses("nvmlDeviceGetFanSpeed", NvmlReturn.NOT_SUPPORTED);

        readings(FAST);
        readings(FAST);

        assertThat(this.driver.times("nvmlDeviceGetFanSpeed")).isEqualTo(1);
    }

    @Test
    void aRowWithoutDataIsReadAgain() {
        this.driver.answers("nvmlDeviceGetTemperature(0)", 41).refuses("nvmlDeviceGetPowerUsage", NvmlReturn.NOT_READY);

        readings(FAST);
        Readings readings = readings(FAST);

        assertThat(this.driver.times("nvmlDeviceGetPowerUsage")).isEqualTo(2);
        assertThat(readings.of(Metric.POWER_DRAW)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aRowReadOnceIsReadAgainWithTheSlowRowsAfterATemporaryFailure() {
        this.driver.answers("nvmlDeviceGetTemperature(0)", 41).refuses("nvmlDeviceGetSerial", NvmlReturn.TIMEOUT);
        assertThat(readings(ALL).of(Metric.SERIAL)).contains(Reading.absent(Reason.TIMED_OUT));

        assertThat(readings(FAST).of(Metric.SERIAL)).isEmpty();
        assertThat(readings(SLOW).of(Metric.SERIAL)).contains(Reading.absent(Reason.TIMED_OUT));
        this.driver.answers("nvmlDeviceGetSerial", "1234").forgetsCodeOf("nvmlDeviceGetSerial");
        assertThat(readings(SLOW).word(Metric.SERIAL)).contains("1234");

        assertThat(readings(SLOW).of(Metric.SERIAL)).isEmpty();
        assertThat(this.driver.times("nvmlDeviceGetSerial")).isEqualTo(3);
    }

    @Test
    void aRowReadOnceIsNotReadAgainAfterALastingRefusal() {
        this.driver.answers("nvmlDeviceGetTemperature(0)", 41);
        assertThat(readings(ALL).of(Metric.SERIAL)).contains(Reading.absent(Reason.NOT_SUPPORTED));

        assertThat(readings(SLOW).of(Metric.SERIAL)).isEmpty();
        assertThat(this.driver.times("nvmlDeviceGetSerial")).isEqualTo(1);
    }

    @Test
    void anAnswerOfNoDataLastsForTheSession() {
        this.driver
                .answers("nvmlDeviceGetNumaNodeId", -1)
                .answers("nvmlDeviceGetBrand", 0)
                .answers("nvmlDeviceGetArchitecture", -1)
                .answers("nvmlDeviceGetSerial", " ");
        List<Metric> rows = List.of(Metric.NUMA_NODE, Metric.BRAND, Metric.GPU_ARCHITECTURE, Metric.SERIAL);
        Readings first = readings(ALL);
        assertThat(rows).allSatisfy((row) -> assertThat(first.of(row)).contains(Reading.absent(Reason.NO_DATA)));

        readings(SLOW);
        Readings later = readings(SLOW);

        assertThat(rows).allSatisfy((row) -> assertThat(later.of(row)).isEmpty());
        assertThat(List.of("NumaNodeId", "Brand", "Architecture", "Serial"))
                .allSatisfy((getter) ->
                        assertThat(this.driver.times("nvmlDeviceGet" + getter)).isEqualTo(1));
    }

    @Test
    void aFailedCallIsNotAnAnswerOfNoData() {
        this.driver
                .answers("nvmlDeviceGetTemperature(0)", 41)
                .answers("nvmlDeviceGetNumaNodeId", -1)
                .refuses("nvmlDeviceGetNumaNodeId", NvmlReturn.NOT_READY);
        assertThat(readings(ALL).of(Metric.NUMA_NODE)).contains(Reading.absent(Reason.NO_DATA));
        assertThat(readings(SLOW).of(Metric.NUMA_NODE)).contains(Reading.absent(Reason.NO_DATA));
        this.driver.forgetsCodeOf("nvmlDeviceGetNumaNodeId");

        assertThat(readings(SLOW).of(Metric.NUMA_NODE)).contains(Reading.absent(Reason.NO_DATA));
        assertThat(readings(SLOW).of(Metric.NUMA_NODE)).isEmpty();

        assertThat(this.driver.times("nvmlDeviceGetNumaNodeId")).isEqualTo(3);
    }

    @Test
    void aRowReadOnceIsNotReadBeforeItIsDue() {
        assertThat(readings(SLOW).of(Metric.SERIAL)).isEmpty();
        assertThat(this.driver.times("nvmlDeviceGetSerial")).isZero();
    }

    @Test
    void fansAreReadAsSoonAsTheirNumberIsKnown() {
        this.driver
                .answers("nvmlDeviceGetFanSpeed_v2(0)", 30)
                .answers("nvmlDeviceGetNumFans", 1)
                .refuses("nvmlDeviceGetNumFans", NvmlReturn.TIMEOUT);
        assertThat(readings(ALL).of(Metric.FAN_0_SPEED)).contains(Reading.absent(Reason.TIMED_OUT));
        this.driver.forgetsCodeOf("nvmlDeviceGetNumFans");

        Readings readings = readings(SLOW);

        assertThat(readings.number(Metric.FAN_COUNT)).hasValue(1);
        assertThat(readings.number(Metric.FAN_0_SPEED)).hasValue(30);
        assertThat(readings(SLOW).number(Metric.FAN_0_SPEED)).hasValue(30);
        assertThat(this.driver.times("nvmlDeviceGetNumFans")).isEqualTo(2);
    }

    @Test
    void onlyDueRowsAreRead() {
        this.driver.answers("nvmlDeviceGetPowerManagementLimit", 700_000);

        Readings readings = readings(FAST);

        assertThat(readings.of(Metric.POWER_LIMIT)).isEmpty();
        assertThat(this.driver.times("nvmlDeviceGetPowerManagementLimit")).isZero();
    }

    @Test
    void aPerformanceStateIsANumberAndAWord() {
        this.driver.answers("nvmlDeviceGetPerformanceState", 2);

        Readings readings = readings(FAST);

        assertThat(readings.number(Metric.PSTATE)).hasValue(2);
        assertThat(readings.word(Metric.PSTATE)).contains("P2");
    }

    @Test
    void anUnknownPerformanceStateIsAbsent() {
        this.driver.answers("nvmlDeviceGetPerformanceState", 32);

        assertThat(readings(FAST).of(Metric.PSTATE)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void computeCapabilityIsPutTogether() {
        this.driver
                .answers("nvmlDeviceGetCudaComputeCapability.major", 9)
                .answers("nvmlDeviceGetCudaComputeCapability.minor", 0);

        assertThat(readings(ALL).word(Metric.COMPUTE_CAP)).contains("9.0");
    }

    @Test
    void aLostGpuEndsTheRound() {
        this.driver.refusesEverything(NvmlReturn.GPU_IS_LOST);

        GpuReadResult result = this.reader.read(ALL);

        assertThat(result.verdict()).isEqualTo(Verdict.LOST);
        assertThat(result.detail()).contains("nvmlDeviceGetFieldValues", "fallen off the bus", "15");
        assertThat(this.driver.requested).hasSize(1);
        assertThat(result.readings().isEmpty()).isTrue();
    }

    @Test
    void aDriverThatWasUnloadedEndsTheSession() {
        this.driver.refusesEverything(NvmlReturn.DRIVER_NOT_LOADED);

        assertThat(this.reader.read(FAST).verdict()).isEqualTo(Verdict.SESSION_OVER);
    }

    @Test
    void unknownErrorsOfAllCallsAreAFailureOfTheDriver() {
        this.driver.refusesEverything(NvmlReturn.UNKNOWN);

        assertThat(this.reader.read(FAST).verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void enginesOfASplitGpuAreAbsentWithMigEnabled() {
        this.driver
                .answers("nvmlDeviceGetMigMode.currentMode", 1)
                .answers("nvmlDeviceGetMigMode.pendingMode", 1)
                .refuses("nvmlDeviceGetUtilizationRates", NvmlReturn.NOT_SUPPORTED);

        assertThat(readings(ALL).of(Metric.UTILIZATION_GPU)).contains(Reading.absent(Reason.MIG_ENABLED));
        Readings later = readings(FAST);
        assertThat(later.of(Metric.UTILIZATION_GPU)).contains(Reading.absent(Reason.MIG_ENABLED));
        assertThat(later.of(Metric.FAN_SPEED)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void nativeMemoryIsTakenOnceAndUsedAgain() {
        readings(ALL);
        readings(FAST);
        readings(ALL);
        int afterWhatIsRefusedIsKnown = this.driver.prepared;

        readings(FAST);
        readings(ALL);
        readings(FAST);

        assertThat(this.driver.prepared).isEqualTo(afterWhatIsRefusedIsKnown);
    }

    @Test
    void anUnknownErrorOfOneMetricAffectsOnlyThatMetric() {
        this.driver.answers("nvmlDeviceGetTemperature(0)", 41).refuses("nvmlDeviceGetPowerUsage", NvmlReturn.UNKNOWN);

        Readings readings = readings(FAST);

        assertThat(readings.of(Metric.POWER_DRAW)).contains(Reading.absent(Reason.ERROR));
        assertThat(readings.number(Metric.TEMPERATURE_GPU)).hasValue(41);
    }

    private Readings readings(Set<Cadence> due) {
        GpuReadResult result = this.reader.read(due);
        assertThat(result.verdict()).isEqualTo(Verdict.FINE);
        return result.readings();
    }
}
