package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.NvmlField;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** The fields that a round requests, and the sources that the driver refuses. */
class FieldRequestTests {

    private static final String RECEIVED = "nvmlDeviceGetFieldValues[198]";

    private final ScriptedCalls driver = new ScriptedCalls();
    private final DeviceReader reader = this.driver.reader();

    private Readings read() {
        return this.reader.read(EnumSet.allOf(Cadence.class)).readings();
    }

    @Test
    void aFieldThatIsRefusedIsNotRequestedAgain() {
        this.driver.answers(RECEIVED, 1L);
        read();
        assertThat(this.driver.batch).contains(RECEIVED).hasSizeGreaterThan(10);

        read();

        assertThat(this.driver.batch).containsExactly(RECEIVED);
    }

    @Test
    void aFieldThatMeansSomethingElseInThisDriverIsNotRequested() {
        String newer = "nvmlDeviceGetFieldValues[" + NvmlField.MMA_STALL_PERCENT.number() + "]";
        this.driver.answers(newer, 5);

        assertThat(read().of(Metric.ACTIVITY_MMA_STALL)).contains(Reading.absent(Reason.DRIVER_TOO_OLD));
        assertThat(this.driver.batch).doesNotContain(newer);
    }

    @Test
    void aCounterAboveHalfOfItsRangeHasNoRate() {
        this.driver.answers(RECEIVED, -2L);

        Reading received = read().of(Metric.PCIE_RX).orElseThrow();

        assertThat(received).isEqualTo(Reading.absent(Reason.IMPLAUSIBLE));
        assertThat(((Reading.Absent) received).raw()).isEqualTo("18446744073709551614");
    }

    @Test
    void theBitsOfAMaskAreRefusedWithIt() {
        this.driver
                .refuses("nvmlDeviceGetCurrentClocksEventReasons", NvmlReturn.NO_PERMISSION)
                .refuses("nvmlDeviceGetCurrentClocksThrottleReasons", NvmlReturn.NO_PERMISSION);

        assertThat(read().of(Metric.REASON_IDLE)).contains(Reading.absent(Reason.NO_PERMISSION));
    }

    @Test
    void aPcieLinkWithoutAGenerationHasNoBandwidth() {
        this.driver.answers("nvmlDeviceGetCurrPcieLinkGeneration", 0).answers("nvmlDeviceGetCurrPcieLinkWidth", 8);

        assertThat(read().number(Metric.PCIE_BANDWIDTH_CURRENT)).isEmpty();
    }
}
