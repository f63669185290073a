package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.ERRORS_GROWING;
import static io.gpulse.insight.rule.InsightRules.GPU_LOST;
import static io.gpulse.insight.rule.InsightRules.GPU_MISSING;
import static io.gpulse.insight.rule.InsightRules.GPU_STUCK;
import static io.gpulse.insight.rule.InsightRules.IDLE_ALLOCATED;
import static io.gpulse.insight.rule.InsightRules.RECOVERY_ACTION;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuState;
import io.gpulse.event.Severity;
import io.gpulse.insight.InsightsResponse.Check;
import io.gpulse.insight.window.ObservationScope;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.web.InsightMonitor.AlertLabels;
import io.gpulse.web.InsightMonitor.GpuLabels;
import io.gpulse.web.InsightMonitor.RuleState;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** GPUs that are lost, stuck, missing or have errors, in virtual time. */
class FaultRulesTests {

    private SyntheticMachine machine =
            new SyntheticMachine(3, ERRORS_GROWING, GPU_LOST, GPU_MISSING, GPU_STUCK, IDLE_ALLOCATED, RECOVERY_ACTION);

    @Test
    void aLostGpuIsReportedAtOnceUntilItIsBack() {
        this.machine.passes(Duration.ofMinutes(1));
        this.machine.gpu(2).state(GpuState.LOST, this.machine.wall());

        this.machine.passes(Duration.ofMinutes(3));
        assertThat(this.machine.only(GPU_LOST).sentence().en()).isEqualTo("GPU 2 fell off the bus.");
        assertThat(this.machine.only(GPU_LOST).severity()).isEqualTo(Severity.CRITICAL);
        this.machine.gpu(2).state(GpuState.OK, this.machine.wall());
        this.machine.passes(Duration.ofSeconds(2));

        assertThat(this.machine.active()).isEmpty();
    }

    @Test
    void aLostGpuThatTheBusNoLongerListsWasRemoved() {
        this.machine.gpu(2).state(GpuState.LOST, this.machine.wall()).removed();

        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.only(GPU_LOST).sentence().en()).isEqualTo("GPU 2 was removed.");
        assertThat(this.machine.only(GPU_LOST).sentence().zh()).isEqualTo("GPU 2 已被移除。");
        assertThat(this.machine.only(GPU_LOST).cause().en()).isEqualTo("The PCI bus no longer lists it.");
        assertThat(this.machine.only(GPU_LOST).advice().en()).contains("removed on purpose");
        assertThat(this.machine.only(GPU_LOST).advice().zh()).contains("有意移除");
    }

    @Test
    void aGpuThatSleepsIsNoFinding() {
        this.machine.gpu(2).state(GpuState.SLEEPING, this.machine.wall());

        this.machine.passes(Duration.ofMinutes(15));

        assertThat(this.machine.active()).isEmpty();
        assertThat(this.machine.check(IDLE_ALLOCATED).detail()).contains("the GPU sleeps");
    }

    @Test
    void aStuckGpuPausesTheRulesAboutItsNumbers() {
        this.machine.gpu(2).memory(40);
        this.machine.passes(Duration.ofMinutes(15));

        this.machine.gpu(2).state(GpuState.STUCK, this.machine.wall());
        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.only(GPU_STUCK).sentence().en()).startsWith("GPU 2 does not answer");
        assertThat(this.machine.active(IDLE_ALLOCATED)).hasSize(1);
        assertThat(this.machine.changes()).hasSize(2);
    }

    @Test
    void aSlowGpuIsAWarningAndItsNumbersAreChecked() {
        this.machine.gpu(2).memory(40);
        this.machine.passes(Duration.ofMinutes(5));
        this.machine.gpu(2).state(GpuState.SLOW, this.machine.wall());
        this.machine.passes(Duration.ofMinutes(15));

        Insight slow = this.machine.only(GPU_STUCK);
        assertThat(slow.severity()).isEqualTo(Severity.WARNING);
        assertThat(slow.sentence().en()).isEqualTo("GPU 2 answers late.");
        assertThat(slow.cause().en()).startsWith("Its values are shown with the time when they were sampled.");
        assertThat(slow.advice().en()).contains("poll the driver");
        assertThat(this.machine.check(GPU_STUCK).outcome()).isEqualTo("active");
        assertThat(this.machine.active(IDLE_ALLOCATED)).hasSize(1);
    }

    @Test
    void statesThatChangeEachSecondAreReportedAsTheyAre() {
        Random random = new Random(1);

        this.machine.passes(
                Duration.ofMinutes(10),
                () -> this.machine
                        .gpu(0)
                        .state(random.nextBoolean() ? GpuState.OK : GpuState.ATTACHING, this.machine.wall()));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void aGpuThatTheBusShowsAndTheDriverDoesNotIsMissed() {
        this.machine.host(Metric.HOST_GPUS_ON_BUS, 4);

        this.machine.passes(Duration.ofMinutes(3));

        Insight found = this.machine.only(GPU_MISSING);
        assertThat(found.sentence().en()).isEqualTo("The PCI bus shows 4 NVIDIA GPUs, the driver only 3.");
        assertThat(found.brief().en()).isEqualTo("1 GPU missing from the driver");
        assertThat(found.gpus()).isEmpty();
        assertThat(this.machine.board().states())
                .filteredOn((state) -> state.rule().equals("gpu-missing"))
                .singleElement()
                .matches((state) -> state.active() && state.gpu() == null);
    }

    @Test
    void withoutADriverEveryGpuOfTheBusIsMissed() {
        this.machine.host(Metric.HOST_GPUS_ON_BUS, 2).withoutDriver();

        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.only(GPU_MISSING).brief().en()).isEqualTo("No driver for 2 GPUs");
    }

    @Test
    void aGpuThatGpulseMayNotSeeIsNotLost() {
        this.machine.gpu(1).forbidden();
        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.active()).isEmpty();
        assertThat(this.machine.check(GPU_LOST).detail())
                .isEqualTo("Not checked on GPU 1: the driver does not show it to gpulse without more rights.");
    }

    @Test
    void aGpuWithoutFiguresOfNowIsNotLost() {
        this.machine.gpu(1).cannotBeRead(Verdict.OUTDATED);
        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.active()).isEmpty();
        assertThat(this.machine.check(GPU_LOST).detail())
                .isEqualTo("Not checked on GPU 1: the newest figures are too old.");
    }

    @Test
    void withoutADriverTheSentenceNamesItUnlessItsSessionIsOnlyRenewed() {
        this.machine.passes(Duration.ofMinutes(1));
        this.machine.unloadsDriver("No driver.");
        for (int gpu = 0; gpu < 3; gpu++) {
            this.machine.gpu(gpu).state(GpuState.ERROR, this.machine.wall());
        }

        this.machine.passes(Duration.ofSeconds(9));
        assertThat(this.machine.active()).isEmpty();
        assertThat(this.machine.check(GPU_LOST).detail()).contains("no driver answers");
        this.machine.passes(Duration.ofSeconds(3));

        assertThat(this.machine.only(GPU_LOST).sentence().en())
                .isEqualTo("GPUs 0–2 cannot be read: no driver answers.");
        assertThat(this.machine.only(GPU_LOST).cause().en()).isEqualTo("No driver.");
        assertThat(this.machine.only(GPU_LOST).advice().en()).startsWith("/api/v1/status");
    }

    @Test
    void memoryThatWasNotRepairedIsReportedWithoutEcc() {
        this.machine
                .gpu(0)
                .lacks(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, Reason.NOT_SUPPORTED)
                .code(Metric.REMAPPED_ROWS_FAILURE, 1)
                .set(Metric.REMAPPED_BANKS_PENDING, 2);
        this.machine.gpu(1).lacks(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, Reason.NOT_SUPPORTED);
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.only(ERRORS_GROWING).sentence().en())
                .isEqualTo("Memory of GPU 0 needs attention: a memory row could not be replaced; memory banks will be"
                        + " replaced at the next reset.");
    }

    @Test
    void withoutMemoryMetricsTheRuleHasNotPassed() {
        for (int gpu = 0; gpu < 3; gpu++) {
            this.machine
                    .gpu(gpu)
                    .lacks(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, Reason.NOT_SUPPORTED)
                    .lacks(Metric.REMAPPED_ROWS_PENDING, Reason.NOT_SUPPORTED)
                    .lacks(Metric.REMAPPED_ROWS_FAILURE, Reason.NOT_SUPPORTED);
        }
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.check(ERRORS_GROWING).detail())
                .isEqualTo("Not checked: needs ecc.errors.uncorrected.volatile.total, which is not supported.");
    }

    @Test
    void aRequestedRecoveryActionIsReported() {
        this.machine.gpu(2).code(Metric.GPU_RECOVERY_ACTION, 1);
        this.machine.passes(Duration.ofMinutes(1));

        Insight found = this.machine.only(RECOVERY_ACTION);
        assertThat(found.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(found.sentence().en()).isEqualTo("The driver requests recovery of GPU 2: reset the GPU.");
        assertThat(found.sentence().zh()).isEqualTo("驱动要求恢复 GPU 2：重置 GPU。");

        this.machine.gpu(2).code(Metric.GPU_RECOVERY_ACTION, 8);
        this.machine.passes(Duration.ofMinutes(1));
        assertThat(this.machine.only(RECOVERY_ACTION).sentence().en())
                .isEqualTo("The driver requests recovery of GPU 2: an action that gpulse does not know (8).");
    }

    @Test
    void aRestartedDriverIsWaitedFor() {
        this.machine.passes(
                Duration.ofMinutes(20), () -> this.machine.gpu(2).listed(this.machine.seconds() % 300 > 60));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void inAContainerNoGpuIsMissed() {
        this.machine.hostLacks(Metric.HOST_GPUS_ON_BUS, Reason.NO_PERMISSION);
        this.machine.passes(Duration.ofMinutes(3));

        Check check = this.machine.check(GPU_MISSING);
        assertThat(check.outcome()).isEqualTo("not-checked");
        assertThat(check.translations().zh().detail()).isEqualTo("未检查：需要 host.gpus.on_bus（未授权读取）。");
    }

    @Test
    void withoutSamplingOfGpusNoneIsMissing() {
        SyntheticMachine blind = new SyntheticMachine(
                0, Duration.ofSeconds(1), new ObservationScope(false, true, false, () -> false), GPU_MISSING);
        blind.host(Metric.HOST_GPUS_ON_BUS, 4);
        blind.passes(Duration.ofMinutes(3));

        assertThat(blind.active()).isEmpty();
        assertThat(blind.check(GPU_MISSING).outcome()).isEqualTo("not-checked");
    }

    @Test
    void uncorrectedErrorsThatGrowAreReported() {
        this.machine.gpu(0).set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 7);
        this.machine.passes(Duration.ofMinutes(5));
        assertThat(this.machine.active()).isEmpty();

        this.machine.gpu(0).set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 9).code(Metric.REMAPPED_ROWS_PENDING, 1);
        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.only(ERRORS_GROWING).sentence().en())
                .isEqualTo("Memory of GPU 0 needs attention: 2 uncorrected memory errors in 24 h; memory rows"
                        + " will be replaced at the next reset.");
    }

    @Test
    void aRepairThatIsPendingIsAWarning() {
        this.machine.gpu(0).code(Metric.REMAPPED_ROWS_PENDING, 1);
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.only(ERRORS_GROWING).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void correctedErrorsAreNoFinding() {
        Random random = new Random(12);
        double[] corrected = {0};

        this.machine.passes(Duration.ofHours(1), () -> {
            corrected[0] += random.nextInt(3);
            this.machine.gpu(0).set(Metric.ECC_CORRECTED_VOLATILE_TOTAL, corrected[0]);
        });

        assertThat(this.machine.changes()).isEmpty();
    }

    /** Persistence mode is off, and the first look takes long. */
    @Test
    void aGpuThatAnswersWithItsNameIsNoLongerStuck() {
        this.machine.gpu(2).unnamed(true).state(GpuState.STUCK, this.machine.wall());
        this.machine.passes(Duration.ofMinutes(1));
        assertThat(this.machine.active(GPU_STUCK)).hasSize(1);
        assertThat(this.machine.board().states())
                .contains(new RuleState(
                        "gpu-stuck", new GpuLabels(2, null), "critical", new AlertLabels("stuck", "RESET_GPU")));

        this.machine.gpu(2).unnamed(false).state(GpuState.OK, this.machine.wall());
        this.machine.passes(Duration.ofSeconds(5));

        assertThat(this.machine.active()).isEmpty();
    }
}
