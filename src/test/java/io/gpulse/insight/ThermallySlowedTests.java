package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.THERMALLY_SLOWED;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A GPU that is too hot, or has too little power, in virtual time. */
class ThermallySlowedTests {

    private static final Duration WHILE = Duration.ofMinutes(20);

    private final SyntheticMachine machine = new SyntheticMachine(2, THERMALLY_SLOWED);

    private void slowed(Metric by, double share) {
        boolean now = this.machine.seconds() % 50 < share / 2;
        this.machine
                .gpu(1)
                .utilization(99)
                .set(Metric.TEMPERATURE_GPU, 88)
                .set(by, now ? 100 : 0)
                .set(Metric.CLOCKS_SM, now ? 1200 : 1900);
    }

    @Test
    void aHotGpuIsReportedWithItsCost() {
        this.machine.passes(WHILE, () -> slowed(Metric.SHARE_BY_SW_THERMAL, 20));

        Insight found = this.machine.only(THERMALLY_SLOWED);
        assertThat(found.sentence().en()).isEqualTo("GPU 1 is throttled 20 % of the time by heat.");
        assertThat(found.cause().en())
                .isEqualTo("The driver keeps it below its limit. While throttled, the SM clock is at 1200 MHz instead"
                        + " of 1900"
                        + " MHz.");
    }

    @Test
    void aPowerBrakeIsReportedAsSuch() {
        this.machine.passes(WHILE, () -> slowed(Metric.SHARE_BY_POWER_BRAKE, 40));

        Insight found = this.machine.only(THERMALLY_SLOWED);
        assertThat(found.sentence().zh()).isEqualTo("GPU 1 有 40% 的时间因供电保护而降频。");
        assertThat(found.cause().en()).startsWith("The power supply of the machine");
    }

    @Test
    void occasionalThrottlingIsNotReported() {
        this.machine.passes(WHILE, () -> slowed(Metric.SHARE_BY_HW_THERMAL, 8));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void noiseIsNotReported() {
        Random random = new Random(7);

        this.machine.passes(
                Duration.ofHours(2),
                () -> this.machine
                        .gpu(1)
                        .utilization(99)
                        .set(Metric.SHARE_BY_SW_THERMAL, random.nextInt(12) == 0 ? random.nextInt(100) : 0));

        assertThat(this.machine.changes()).isEmpty();
    }
}
