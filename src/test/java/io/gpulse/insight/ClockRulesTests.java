package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.POWER_CAPPED;
import static io.gpulse.insight.rule.InsightRules.UNEVEN_GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.insight.InsightsResponse.Check;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Thorough;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules about clocks and GPUs that lag, in virtual time. */
class ClockRulesTests {

    private static final Instant YESTERDAY = SyntheticMachine.START.minusSeconds(86_400);

    private final SyntheticMachine machine = new SyntheticMachine(4, POWER_CAPPED, UNEVEN_GROUP);

    private void capped(double share, double limit) {
        boolean now = this.machine.seconds() % 100 < share;
        this.machine
                .gpu(3)
                .utilization(99)
                .set(Metric.ENFORCED_POWER_LIMIT, limit)
                .set(Metric.SHARE_BY_POWER_CAP, now ? 100 : 0)
                .set(Metric.CLOCKS_SM, now ? 1400 : 1790);
    }

    @Test
    void aLoweredLimitThatThrottlesClocksIsReportedWithItsCost() {
        this.machine.passes(Duration.ofMinutes(20), () -> capped(40, 500));

        Insight found = this.machine.only(POWER_CAPPED);
        assertThat(found.sentence().en()).isEqualTo("GPU 3 is throttled 40 % of the time by its power limit.");
        assertThat(found.cause().en())
                .isEqualTo("Its limit is 500 W; the default is 700 W. While throttled, the SM clock is at 1400 MHz"
                        + " instead of"
                        + " 1790 MHz.");
        assertThat(found.since()).isBetween(SyntheticMachine.START, SyntheticMachine.START.plusSeconds(60));
        assertThat(this.machine.changes()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {700, 699.5})
    void aGpuAtItsFullPowerLimitIsNoFinding(double limit) {
        this.machine.passes(Duration.ofMinutes(20), () -> capped(80, limit));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void anOccasionalCapIsNotReported() {
        this.machine.passes(Duration.ofMinutes(30), () -> capped(8, 500));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void aShareAroundTheThresholdDoesNotFlap() {
        assertThatAShareAroundTheThresholdDoesNotFlap(Duration.ofHours(1), 4);
    }

    @Test
    @Thorough(1)
    void aShareAroundTheThresholdDoesNotFlapInFourHours() {
        assertThatAShareAroundTheThresholdDoesNotFlap(Duration.ofHours(4), 10);
    }

    private void assertThatAShareAroundTheThresholdDoesNotFlap(Duration length, int fewer) {
        Random random = new Random(11);

        this.machine.passes(
                length,
                () -> this.machine
                        .gpu(3)
                        .utilization(99)
                        .set(Metric.ENFORCED_POWER_LIMIT, 500)
                        .set(Metric.SHARE_BY_POWER_CAP, 10 + 5 * random.nextGaussian()));

        List<Instant> times = this.machine.changes().stream()
                .map((change) -> change.isActive() ? SyntheticMachine.START : change.until())
                .filter((time) -> time.isAfter(SyntheticMachine.START))
                .toList();
        assertThat(times).isNotEmpty().hasSizeLessThan(fewer);
    }

    @Test
    void aWindowThatIsNotFullYetHasNoResult() {
        this.machine.passes(Duration.ofMinutes(3), () -> capped(100, 500));

        assertThat(this.machine.changes()).isEmpty();
        assertThat(this.machine.check(POWER_CAPPED).detail()).isEqualTo("Not checked: needs samples of 5 min.");
    }

    @Test
    void aDriverThatDoesNotCountDisablesTheRuleVisibly() {
        for (int gpu = 0; gpu < 4; gpu++) {
            this.machine.gpu(gpu).lacks(Metric.SHARE_BY_POWER_CAP, Reason.DRIVER_TOO_OLD);
        }
        this.machine.passes(Duration.ofMinutes(20));

        Check check = this.machine.check(POWER_CAPPED);
        assertThat(check.outcome()).isEqualTo("not-checked");
        assertThat(check.detail())
                .isEqualTo("Not checked: needs clocks_event_reasons_share.sw_power_cap, which is not reported by this"
                        + " driver: it is too old.");
        assertThat(this.machine.board().states())
                .noneMatch((state) -> state.rule().equals("power-capped"));
    }

    private void group(int size) {
        IntStream.range(0, size)
                .forEach((gpu) -> this.machine.gpu(gpu).process(100 + gpu, "train.py", 40, YESTERDAY.plusSeconds(gpu)));
    }

    @Test
    void aLaggingGpuIsReported() {
        Random random = new Random(5);
        group(4);

        this.machine.passes(
                Duration.ofMinutes(10),
                () -> IntStream.range(0, 4)
                        .forEach((gpu) -> this.machine.gpu(gpu).utilization((gpu == 2 ? 60 : 94) + random.nextInt(5))));

        Insight found = this.machine.only(UNEVEN_GROUP);
        assertThat(found.sentence().en())
                .isEqualTo("GPU 2 lags behind the GPUs of its group: utilization 62 % against 96 %.");
        assertThat(found.cause().en()).startsWith("GPUs 0, 1, 3 agree with each other");
    }

    @Test
    void aGpuWithALowerClockIsReported() {
        group(4);
        IntStream.range(0, 4).forEach((gpu) -> this.machine.gpu(gpu).utilization(97));
        this.machine.gpu(1).set(Metric.CLOCKS_SM, 1500);

        this.machine.passes(Duration.ofMinutes(10));

        assertThat(this.machine.only(UNEVEN_GROUP).sentence().en()).endsWith("SM clock 1500 MHz against 1980 MHz.");
    }

    @Test
    void gpusThatDifferAmongThemselvesAreNoGroup() {
        Random random = new Random(6);
        group(4);

        this.machine.passes(
                Duration.ofMinutes(30),
                () -> IntStream.range(0, 4)
                        .forEach((gpu) -> this.machine.gpu(gpu).utilization(30 + 17 * gpu + random.nextInt(5))));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void aLoneGpuIsNotCompared() {
        this.machine.gpu(0).utilization(90).process(1, "a", 4, YESTERDAY);
        this.machine.gpu(1).utilization(20).process(2, "b", 4, YESTERDAY);

        this.machine.passes(Duration.ofMinutes(10));

        assertThat(this.machine.check(UNEVEN_GROUP).outcome()).isEqualTo("not-checked");
    }

    @Test
    void aGroupThatIsNoMoreHasNoLaggard() {
        group(4);
        IntStream.range(0, 4).forEach((gpu) -> this.machine.gpu(gpu).utilization(gpu == 2 ? 62 : 96));
        this.machine.passes(Duration.ofMinutes(10));
        assertThat(this.machine.active(UNEVEN_GROUP)).hasSize(1);

        IntStream.range(0, 4).forEach((gpu) -> this.machine.gpu(gpu).endProcesses());
        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.active(UNEVEN_GROUP)).isEmpty();
    }

    @Test
    void gpusOfDifferentModelsHaveDifferentClocks() {
        group(4);
        IntStream.range(0, 4).forEach((gpu) -> this.machine.gpu(gpu).utilization(97));
        this.machine.gpu(1).set(Metric.CLOCKS_SM, 1410).set(Metric.CLOCKS_MAX_SM, 1410);

        this.machine.passes(Duration.ofMinutes(10));

        assertThat(this.machine.active(UNEVEN_GROUP)).isEmpty();
    }

    /** As an RTX 3090 reports in P8. */
    @Test
    void anIdleGpuIsNotCappedWhateverTheDriverCounts() {
        this.machine
                .gpu(0)
                .set(Metric.SHARE_BY_POWER_CAP, 100)
                .set(Metric.ENFORCED_POWER_LIMIT, 200)
                .set(Metric.POWER_DRAW, 22);
        this.machine.passes(Duration.ofMinutes(20));
        assertThat(this.machine.changes()).isEmpty();

        // Where it draws less than it may, it is not the limit that holds it back.
        this.machine.gpu(0).utilization(97).set(Metric.POWER_DRAW, 150);
        this.machine.passes(Duration.ofMinutes(20));
        assertThat(this.machine.changes()).isEmpty();

        this.machine.gpu(0).set(Metric.POWER_DRAW, 195);
        this.machine.passes(Duration.ofMinutes(20));
        assertThat(this.machine.active(POWER_CAPPED)).hasSize(1);
    }
}
