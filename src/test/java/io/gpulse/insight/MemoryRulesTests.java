package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.IDLE_ALLOCATED;
import static io.gpulse.insight.rule.InsightRules.MEMORY_NEARLY_FULL;
import static io.gpulse.insight.rule.InsightRules.MEMORY_WITHOUT_PROCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.Severity;
import io.gpulse.insight.InsightsResponse.Check;
import io.gpulse.insight.window.ObservationScope;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Rules about memory, in virtual time. */
class MemoryRulesTests {

    private static final Instant YESTERDAY = SyntheticMachine.START.minusSeconds(86_400);

    private final SyntheticMachine machine =
            new SyntheticMachine(2, IDLE_ALLOCATED, MEMORY_NEARLY_FULL, MEMORY_WITHOUT_PROCESS);

    @Test
    void idleMemoryIsReportedAfterTenMinutesSinceItsBeginning() {
        this.machine.gpu(1).memory(62).process(38817, "/opt/bin/python", 62, YESTERDAY);

        this.machine.passes(Duration.ofMinutes(9));
        assertThat(this.machine.active()).isEmpty();
        this.machine.passes(Duration.ofMinutes(32).plusSeconds(1));

        Insight found = this.machine.only(IDLE_ALLOCATED);
        assertThat(found.sentence().en())
                .isEqualTo("GPU 1 holds 62 GiB but has been idle for 41 min: python (pid 38817, mchen).");
        assertThat(found.sentence().zh()).isEqualTo("GPU 1 占用 62 GiB 显存，但已空闲 41 分钟：python（pid 38817，mchen）。");
        assertThat(found.since()).isEqualTo(SyntheticMachine.START);
        assertThat(found.process()).extracting(InsightProcess::user).isEqualTo("mchen");
    }

    @Test
    void aProgramThatStartsOnAnIdleGpuHasNotHeldItsMemoryBefore() {
        this.machine.passes(Duration.ofHours(4));
        this.machine.gpu(1).memory(7).process(38817, "/opt/bin/python", 7, this.machine.wall());

        this.machine.passes(Duration.ofMinutes(9));
        assertThat(this.machine.changes()).isEmpty();
        this.machine.passes(Duration.ofMinutes(2));

        assertThat(this.machine.only(IDLE_ALLOCATED).sentence().en())
                .isEqualTo("GPU 1 holds 7 GiB but has been idle for 10 min: python (pid 38817, mchen).");
    }

    @Test
    void theHolderIsNamedByItsProgram() {
        this.machine.gpu(1).memory(62).runs(38817, "train.py", 62);
        Insight found = this.machine.passes(Duration.ofMinutes(11)).only(IDLE_ALLOCATED);
        assertThat(found.sentence().en()).endsWith(": train.py (pid 38817).");
    }

    @Test
    void aGpuThatWorksOccasionallyIsNotIdle() {
        this.machine.gpu(1).memory(62);

        this.machine.passes(
                Duration.ofHours(2), () -> this.machine.gpu(1).utilization(this.machine.seconds() % 540 == 0 ? 30 : 0));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void littleIdleMemoryIsNotReported() {
        this.machine.gpu(1).memory(0.9);

        this.machine.passes(Duration.ofHours(1));

        assertThat(this.machine.changes()).isEmpty();
        assertThat(this.machine.check(IDLE_ALLOCATED).outcome()).isEqualTo("passed");
    }

    @Test
    void theIdleTimeIsUnknownAtFirst() {
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.check(IDLE_ALLOCATED).detail())
                .isEqualTo("Not checked on GPU 1: needs samples of 10 min.");
        this.machine.gpu(1).utilization(90);
        this.machine.passes(Duration.ofSeconds(10));
        this.machine.gpu(1).utilization(0);
        this.machine.passes(Duration.ofMinutes(2));
        assertThat(this.machine.check(IDLE_ALLOCATED).detail()).isNull();
        this.machine.passes(Duration.ofMinutes(5));
        assertThat(this.machine.check(IDLE_ALLOCATED).outcome()).isEqualTo("passed");
    }

    @Test
    void aDesktopIsNoAbandonedWork() {
        this.machine.gpu(0).leaves().memory(5).draws(2100, "Xorg", 1.2).draws(3190, "/usr/bin/code", 0.9);
        this.machine.passes(Duration.ofMinutes(30));

        assertThat(this.machine.changes()).isEmpty();
        assertThat(this.machine.check(MEMORY_WITHOUT_PROCESS).detail())
                .isEqualTo("Not checked on GPU 1: needs processes.running, which is not shown to gpulse without more"
                        + " rights; nor on GPU 0: a desktop uses the GPU, and not all of its memory is reported per"
                        + " process.");

        this.machine.gpu(0).process(7, "python", 2, YESTERDAY);
        this.machine.passes(Duration.ofMinutes(30));

        assertThat(this.machine.only(IDLE_ALLOCATED).sentence().en())
                .startsWith("GPU 0 holds 2 GiB but has been idle")
                .endsWith("python (pid 7, mchen).");
    }

    /** A display manager without a display. */
    @Test
    void aServerThatCouldShowADesktopIsNoDesktop() {
        this.machine.gpu(0).leaves().utilization(5).memory(60).draws(2100, "Xorg", 0.004);
        this.machine.gpu(1).memory(62).process(7, "python", 62, YESTERDAY).draws(2100, "Xorg", 0.004);
        this.machine.passes(Duration.ofMinutes(30));

        assertThat(this.machine.active(MEMORY_WITHOUT_PROCESS)).hasSize(1);
        assertThat(this.machine.only(IDLE_ALLOCATED).sentence().en()).startsWith("GPU 1 holds 62 GiB");
    }

    @Test
    void memoryOfWorkNextToADesktopIsNotChecked() {
        this.machine.gpu(0).leaves().memory(5).draws(2100, "Xorg", 1.2);
        this.machine.gpu(0).process(7, "python", YESTERDAY, Reading.absent(Reason.NOT_SUPPORTED));
        this.machine.passes(Duration.ofMinutes(30));

        assertThat(this.machine.check(IDLE_ALLOCATED).detail())
                .isEqualTo("Not checked on GPU 0: a desktop uses the GPU, and a process does not report its memory.");
    }

    @Test
    void memoryThatTheDriverReservesCannotBeFilled() {
        this.machine.gpu(0).utilization(50).memory(72).set(Metric.MEMORY_RESERVED, 6 * SyntheticGpu.GIB);
        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.only(MEMORY_NEARLY_FULL).sentence().en()).startsWith("Memory of GPU 0 is 97 % full");
    }

    @Test
    void aGpuThatIsSplitIsNotFullAsAWhole() {
        this.machine.gpu(0).utilization(50).memory(79).code(Metric.MIG_MODE_CURRENT, 1);
        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.active()).isEmpty();
        assertThat(this.machine.check(MEMORY_NEARLY_FULL).detail())
                .isEqualTo("Not checked on GPU 0: MIG splits the GPU.");
    }

    @Test
    void idleMemoryIsOverWhenWorkBegins() {
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(20));
        Instant began = this.machine.wall();

        this.machine.gpu(1).utilization(90);
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.active()).isEmpty();
        assertThat(this.machine.changes()).hasSize(2);
        assertThat(this.machine.changes().get(1).until()).isEqualTo(began);
    }

    @Test
    void aWallClockThatIsSetBackEndsNothing() {
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(20));

        this.machine.correctWallClock(Duration.ofHours(-3));
        this.machine.passes(Duration.ofMinutes(20));

        assertThat(this.machine.changes()).hasSize(1);
        assertThat(this.machine.only(IDLE_ALLOCATED).sentence().en()).contains("idle for 39 min");
    }

    @Test
    void aPoolThatIsSteadyIsGoodToKnowOnly() {
        this.machine.gpu(0).utilization(40).memory(77.6).process(7, "vllm", 77.6, YESTERDAY);

        this.machine.passes(Duration.ofMinutes(10));

        Insight found = this.machine.only(MEMORY_NEARLY_FULL);
        assertThat(found.severity()).isEqualTo(Severity.INFO);
        assertThat(found.sentence().en()).isEqualTo("Memory of GPU 0 is 98 % full, and steady.");
    }

    @Test
    void memoryThatNoProcessExplainsIsReported() {
        this.machine.gpu(0).leaves().utilization(5).memory(30).process(7, "a", 10, YESTERDAY);

        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.only(MEMORY_WITHOUT_PROCESS).sentence().en())
                .isEqualTo("GPU 0 holds 20 GiB that no process explains.");
    }

    @Test
    void memoryThatAProcessLeavesBrieflyIsNotReported() {
        this.machine.gpu(0).leaves().utilization(5);

        // A process is gone half a minute before its memory is.
        this.machine.passes(Duration.ofMinutes(30), () -> {
            double cycle = this.machine.seconds() % 120;
            this.machine.gpu(0).endProcesses().memory(cycle < 90 ? 30 : 0);
            if (cycle < 60) {
                this.machine.gpu(0).process(7, "a", 29.5, YESTERDAY);
            }
        });

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void withHiddenProcessesNoneIsMissing() {
        this.machine.gpu(0).leaves().utilization(5).memory(30);
        this.machine.hostLacks(Metric.HOST_GPUS_ON_BUS, Reason.NO_PERMISSION);
        this.machine.passes(Duration.ofMinutes(3));

        Check check = this.machine.check(MEMORY_WITHOUT_PROCESS);
        assertThat(check.outcome()).isEqualTo("not-checked");
        assertThat(check.detail())
                .isEqualTo("Not checked: processes of others cannot be seen from here, as in a container.");
        assertThat(check.translations().zh().detail()).isEqualTo("未检查：此处无法看到其他进程（例如在容器中）。");
    }

    /** The machine's /proc was mounted into a container: the bus is seen, processes of others are not. */
    @Test
    void withUnlistedProcessesNoneIsMissing() {
        SyntheticMachine confined = new SyntheticMachine(
                2,
                Duration.ofSeconds(1),
                new ObservationScope(true, false, false, () -> false),
                MEMORY_WITHOUT_PROCESS);
        confined.gpu(0).leaves().utilization(5).memory(30);

        confined.passes(Duration.ofMinutes(3));

        assertThat(confined.check(MEMORY_WITHOUT_PROCESS).outcome()).isEqualTo("not-checked");
    }

    @Test
    void aProcessOfUnknownMemoryMayHoldTheRest() {
        this.machine
                .gpu(0)
                .leaves()
                .utilization(5)
                .memory(30)
                .process(7, "a", YESTERDAY, Reading.absent(Reason.NO_PERMISSION));
        this.machine.gpu(1).leaves();
        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.active()).isEmpty();
        assertThat(this.machine.check(MEMORY_WITHOUT_PROCESS).detail())
                .isEqualTo("Not checked on GPU 0: a process does not report its memory, or shares the GPU"
                        + " through MPS.");
    }

    /** As on GH200. */
    @Test
    void withPagesOfTheKernelMemoryIsNotChecked() {
        this.machine.gpu(1).memory(62).word(Metric.NUMA_NODE, "1");

        this.machine.passes(Duration.ofMinutes(20));

        assertThat(this.machine.active()).isEmpty();
    }
}
