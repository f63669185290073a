package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.INPUT_BOUND;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.rule.Thresholds;
import io.gpulse.insight.window.ObservationScope;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Thorough;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.ResourceBundle;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GPUs that wait for their input, and those that rest for other reasons. */
class InputBoundTests {

    private static final Instant YESTERDAY = SyntheticMachine.START.minusSeconds(86_400);
    private static final Duration WHILE = Duration.ofMinutes(10);
    private static final Duration LONG = Duration.ofHours(Thorough.Groups.run(1) ? 3 : 1);

    private SyntheticMachine machine = new SyntheticMachine(4, INPUT_BOUND);

    private void group(int size) {
        IntStream.range(0, size).forEach((gpu) -> this.machine.gpu(gpu).process(100 + gpu, "train.py", 40, YESTERDAY));
    }

    private void together(boolean working, double restingTraffic) {
        IntStream.range(0, 4)
                .forEach((gpu) -> this.machine
                        .gpu(gpu)
                        .utilization(working ? 98 : 0)
                        .set(Metric.PCIE_RX, working ? 3e8 : restingTraffic));
    }

    @Test
    void aStablePeriodWhileProcessorsAreBusyIsReported() {
        this.machine.host(Metric.HOST_CPU_UTILIZATION, 96);

        this.machine.passes(WHILE, () -> {
            double now = this.machine.seconds() % 6 < 4 ? 98 : 0;
            this.machine.gpu(0).utilization(now).extremes(now, now);
        });

        Insight found = this.machine.only(INPUT_BOUND);
        assertThat(found.sentence().en())
                .isEqualTo("GPU 0 waits for data: utilization swings between rest and full load every 6.0 s"
                        + " while host"
                        + " CPU is at 96 %.");
        assertThat(found.sentence().zh()).startsWith("GPU 0 在等待数据：利用率每 6.0 秒一次在空闲与满载之间摆动");
        assertThat(found.cause().en()).isEqualTo("It stops, 33 % of the time.");
        assertThat(found.advice().en()).startsWith("Decode less").doesNotContain("worker");
        assertThat(found.advice().zh()).startsWith("请减少解码").doesNotContain("加载进程");
    }

    @Test
    void theAdviceForSlowDisksIsFasterStorage() {
        this.machine.host(Metric.HOST_CPU_UTILIZATION, 20).host(Metric.HOST_CPU_IOWAIT, 40);

        this.machine.passes(WHILE, () -> {
            double now = this.machine.seconds() % 6 < 4 ? 98 : 0;
            this.machine.gpu(0).utilization(now).extremes(now, now);
        });

        assertThat(this.machine.only(INPUT_BOUND).advice().en()).startsWith("Use faster storage");
    }

    @Test
    void moreLoaderWorkersAreTheAdviceOnlyWhereProcessorsHaveRoom() {
        for (Locale language : List.of(Locale.ROOT, Locale.CHINESE)) {
            ResourceBundle messages = ResourceBundle.getBundle(
                    "io.gpulse.event.message.messages",
                    language,
                    ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));

            assertThat(messages.keySet())
                    .filteredOn((key) -> messages.getString(key).matches(".*(worker|加载进程).*"))
                    .containsExactlyInAnyOrder("rule.input-bound.advice", "job.advice.low-utilization.room");
        }
    }

    @Test
    void thePeriodIsMeasuredAtFiveRoundsASecond() {
        this.machine = new SyntheticMachine(4, Duration.ofMillis(200), INPUT_BOUND);
        group(4);

        this.machine.passes(WHILE, () -> together(this.machine.seconds() % 1.8 < 1, 5e9));

        Insight found = this.machine.only(INPUT_BOUND);
        assertThat(found.gpus()).hasSize(4);
        assertThat(found.sentence().en())
                .isEqualTo("GPUs 0–3 wait for data: utilization swings between rest and full load every 1.8 s"
                        + " while PCIe"
                        + " traffic to the GPU rises in the pauses, to 5 GB/s.");
        assertThat(found.advice().en()).startsWith("Use more loader workers");
    }

    @ParameterizedTest
    @CsvSource({"84, Use more loader workers", "94, Decode less"})
    void trafficToAMachineWithBusyProcessorsNeedsNoMoreLoaderWorkers(double busy, String advice) {
        Map<InsightRules, Thresholds> rules =
                Map.of(INPUT_BOUND, Thresholds.of(INPUT_BOUND.spec(), "", Map.of("cpu", "95%")));
        ObservationScope all = new ObservationScope(true, true, false, () -> false);
        this.machine = new SyntheticMachine(4, Duration.ofSeconds(1), all, rules);
        group(4);
        this.machine.host(Metric.HOST_CPU_UTILIZATION, busy);

        this.machine.passes(WHILE, () -> together(this.machine.seconds() % 6 < 4, 5e9));

        Insight found = this.machine.only(INPUT_BOUND);
        assertThat(found.sentence().en()).contains("while PCIe traffic");
        assertThat(found.advice().en()).startsWith(advice);
    }

    @Test
    void aPeriodThatRoundsAreTooFarApartForIsNotNamed() {
        group(4);

        this.machine.passes(WHILE, () -> {
            together(this.machine.seconds() * 0.5555 % 1 < 0.6, 5e9);
            IntStream.range(0, 4).forEach((gpu) -> this.machine.gpu(gpu).extremes(0, 100));
        });

        assertThat(this.machine.only(INPUT_BOUND).sentence().en()).contains("full load while PCIe traffic");
    }

    @Test
    void idlenessWithoutACauseIsNotReported() {
        group(4);

        this.machine.passes(WHILE, () -> together(this.machine.seconds() % 6 < 4, 2e8));

        assertThat(this.machine.changes()).isEmpty();
        assertThat(this.machine.check(INPUT_BOUND).outcome()).isEqualTo("passed");
    }

    @Test
    void aServiceWithOccasionalRequestsDoesNotWaitForDataThoughProcessorsAreBusy() {
        Random random = new Random(3);
        this.machine.host(Metric.HOST_CPU_UTILIZATION, 97);

        this.machine.passes(
                LONG,
                () -> IntStream.range(0, 4)
                        .forEach((gpu) -> this.machine.gpu(gpu).utilization(random.nextDouble() < 0.5 ? 0 : 100)));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void halvesOfOneModelWithRandomRequestsDoNotWaitForData() {
        Random random = new Random(8);
        group(4);
        this.machine.host(Metric.HOST_CPU_UTILIZATION, 97);

        this.machine.passes(LONG, () -> together(random.nextDouble() < 0.5, 3e8));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void neitherAnIdleGpuNorABusyOneWaits() {
        Random random = new Random(9);
        this.machine.host(Metric.HOST_CPU_UTILIZATION, 97);

        this.machine.passes(Duration.ofHours(1), () -> {
            this.machine.gpu(0).utilization(0);
            this.machine.gpu(1).utilization(90 + random.nextInt(11));
            this.machine.gpu(2).utilization(30 + random.nextInt(40));
        });

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void occasionalCheckpointsAreNoOscillation() {
        this.machine.host(Metric.HOST_CPU_UTILIZATION, 97);

        this.machine.passes(
                Duration.ofHours(1), () -> this.machine.gpu(0).utilization(this.machine.seconds() % 60 < 12 ? 0 : 97));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void theInsightIsOverWhenDataArrivesInTime() {
        this.machine.host(Metric.HOST_CPU_UTILIZATION, 96);
        this.machine.passes(WHILE, () -> this.machine.gpu(0).utilization(this.machine.seconds() % 6 < 4 ? 98 : 0));

        this.machine.gpu(0).utilization(98);
        this.machine.passes(WHILE);

        assertThat(this.machine.active()).isEmpty();
        assertThat(this.machine.changes()).hasSize(2);
    }

    @Test
    void roundsThatAreFarApartSaveNothing() {
        this.machine = new SyntheticMachine(1, Duration.ofSeconds(5), INPUT_BOUND);
        this.machine.passes(WHILE);

        assertThat(this.machine.check(INPUT_BOUND).detail())
                .isEqualTo("Not checked: needs samples at least every 2 s.");
    }
}
