package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.GPU_LOST;
import static io.gpulse.insight.rule.InsightRules.GPU_STUCK;
import static io.gpulse.insight.rule.InsightRules.IDLE_ALLOCATED;
import static io.gpulse.insight.rule.InsightRules.MEMORY_NEARLY_FULL;
import static io.gpulse.insight.rule.InsightRules.POWER_CAPPED;
import static io.gpulse.insight.rule.InsightRules.RECOVERY_ACTION;
import static io.gpulse.insight.rule.InsightRules.THERMALLY_SLOWED;
import static io.gpulse.insight.rule.InsightRules.XID;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.Xid;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.InsightMonitor.RuleState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Alerts about one GPU give one order, not two that contradict. */
class OneOrderTests {

    private static final Instant YESTERDAY = SyntheticMachine.START.minusSeconds(86_400);

    private final SyntheticMachine machine = SyntheticMachine.withAllRules(4, Duration.ofSeconds(2));

    private void xid(int number) {
        EventGpu gpu = new EventGpu(3, Snapshots.identity(3).uuid());
        Severity severity = Xid.of(number).severity();
        this.machine.engine().setMonitored(Set.of(0, 1, 2, 3));
        this.machine.events().add(new EventDraft(this.machine.wall(), EventKind.XID, severity, gpu, number, Map.of()));
    }

    private void capped(int gpu) {
        this.machine
                .gpu(gpu)
                .utilization(99)
                .set(Metric.ENFORCED_POWER_LIMIT, 500)
                .set(Metric.SHARE_BY_POWER_CAP, this.machine.seconds() % 100 < 40 ? 100 : 0);
    }

    private void slowedByHeat(int gpu) {
        this.machine.gpu(gpu).set(Metric.SHARE_BY_SW_THERMAL, this.machine.seconds() % 100 < 40 ? 100 : 0);
    }

    private String advice(InsightRules rule) {
        return this.machine.only(rule).advice().en();
    }

    @Test
    void aGpuThatFellOffTheBusWasNotRemovedOnPurpose() {
        this.machine.passes(Duration.ofMinutes(1));
        xid(79);
        this.machine.gpu(3).state(GpuState.LOST, this.machine.wall()).removed();
        this.machine.passes(Duration.ofMinutes(1));

        String reboot = Remedy.REBOOT_AND_REPORT.words().en();
        assertThat(advice(XID)).isEqualTo(reboot);
        assertThat(advice(GPU_LOST)).isEqualTo("Another alert comes first (Fallen off the bus (Xid 79)): " + reboot);
        assertThat(this.machine.changes())
                .filteredOn((change) -> change.rule().equals("gpu-lost"))
                .singleElement()
                .satisfies((begun) -> assertThat(begun.advice().en()).endsWith(reboot));
    }

    @Test
    void aGpuThatWasRemovedNeedsNoResetForAnEarlierFault() {
        this.machine.passes(Duration.ofMinutes(1));
        xid(48);
        this.machine.gpu(3).state(GpuState.LOST, this.machine.wall()).removed();
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(advice(GPU_LOST)).isEqualTo(Remedy.AFTER_REMOVAL.words().en());
        assertThat(advice(XID)).isEqualTo("Another alert comes first (Removed): " + advice(GPU_LOST));
        assertThat(this.machine.board().states())
                .filteredOn(RuleState::active)
                .isNotEmpty()
                .allSatisfy((state) -> assertThat(this.machine.board().insights())
                        .filteredOn((insight) -> insight.rule().equals(state.rule()))
                        .extracting((insight) -> insight.action().name())
                        .containsExactly(requireNonNull(state.alert()).action()));
    }

    @Test
    void aGpuThatIsThrottledByHeatGetsNoMorePower() {
        this.machine.passes(Duration.ofMinutes(15), () -> {
            capped(3);
            slowedByHeat(3);
        });

        LocalizedText cool = Remedy.CHECK_COOLING.words();
        assertThat(this.machine.only(THERMALLY_SLOWED).advice()).isEqualTo(cool);
        assertThat(this.machine.only(POWER_CAPPED).advice())
                .isEqualTo(new LocalizedText(
                        "Another alert comes first (Throttled by heat): " + cool.en(),
                        "请先处理另一告警（因过热而降频）：" + cool.zh()));
    }

    @ParameterizedTest
    @CsvSource({
        "TEMPERATURE_SLOWDOWN, 90, 84, false", "TEMPERATURE_SLOWDOWN, 90, 85, true",
        "TEMPERATURE_GPU_MAX, 87, 83, true", "TEMPERATURE_TLIMIT, 5, 60, true",
        "TEMPERATURE_TLIMIT, 6, 60, false"
    })
    void aGpuNearItsSlowdownTemperatureGetsNoMorePower(Metric limit, double value, double celsius, boolean hot) {
        this.machine.gpu(3).set(limit, value).set(Metric.TEMPERATURE_GPU, celsius);
        this.machine.passes(Duration.ofMinutes(15), () -> capped(3));

        String usual = Remedy.RAISE_POWER_LIMIT.words().en();
        String cool = "GPU 3 is near its slowdown temperature: "
                + Remedy.CHECK_COOLING.words().en();
        assertThat(advice(POWER_CAPPED)).isEqualTo(hot ? cool : usual);
    }

    @Test
    void aGpuIsHotUntilItIsSomeDegreesCooler() {
        this.machine.gpu(3).set(Metric.TEMPERATURE_SLOWDOWN, 90).set(Metric.TEMPERATURE_GPU, 85);
        this.machine.passes(Duration.ofMinutes(15), () -> capped(3));
        this.machine.gpu(3).set(Metric.TEMPERATURE_GPU, 83);
        this.machine.passes(Duration.ofSeconds(10), () -> capped(3));
        assertThat(advice(POWER_CAPPED)).startsWith("GPU 3 is near its slowdown temperature");

        this.machine.gpu(3).set(Metric.TEMPERATURE_GPU, 81);
        this.machine.passes(Duration.ofSeconds(10), () -> capped(3));
        assertThat(advice(POWER_CAPPED))
                .isEqualTo(Remedy.RAISE_POWER_LIMIT.words().en());
    }

    @Test
    void aFaultOfThePastDoesNotHideAdviceOnHeat() {
        this.machine.passes(Duration.ofMinutes(1));
        xid(48);
        this.machine.passes(Duration.ofMinutes(15), () -> slowedByHeat(3));

        assertThat(advice(THERMALLY_SLOWED))
                .isEqualTo(Remedy.CHECK_COOLING.words().en());
        assertThat(advice(XID)).startsWith(Remedy.DRAIN_AND_RESET.words().en());
    }

    @Test
    void aRequestForAResetComesBeforeAdviceOnHeat() {
        this.machine.passes(Duration.ofMinutes(15), () -> {
            this.machine.gpu(3).code(Metric.GPU_RECOVERY_ACTION, 1);
            slowedByHeat(3);
        });

        assertThat(advice(THERMALLY_SLOWED))
                .startsWith("Another alert comes first (The driver requests recovery): Reset the GPU.");
    }

    @Test
    void aSilencedAlertDoesNotComeFirst() {
        this.machine.silences().add("idle-allocated", null, null, Duration.ofHours(1));
        this.machine.gpu(3).memory(79).process(7, "python", 79, YESTERDAY);
        this.machine.passes(Duration.ofMinutes(15));

        assertThat(this.machine.only(IDLE_ALLOCATED).silence()).isNotNull();
        assertThat(advice(MEMORY_NEARLY_FULL)).startsWith("If it is not a pool");
    }

    @Test
    void theOtherGpusOfAnAlertKeepItsAdvice() {
        this.machine.passes(Duration.ofMinutes(15), () -> {
            capped(2);
            capped(3);
            slowedByHeat(3);
        });

        assertThat(advice(POWER_CAPPED))
                .isEqualTo(Remedy.RAISE_POWER_LIMIT.words().en()
                        + " On GPU 3, another alert comes first (Throttled by heat): "
                        + Remedy.CHECK_COOLING.words().en());
    }

    @Test
    void aGpuThatFallsOffTheBusNeedsNothingElse() {
        this.machine.gpu(3).memory(79).process(7, "python", 79, YESTERDAY);
        this.machine.passes(Duration.ofMinutes(15));
        assertThat(advice(IDLE_ALLOCATED)).startsWith("End the process");
        assertThat(advice(MEMORY_NEARLY_FULL)).startsWith("Another alert comes first (Idle");
        this.machine.gpu(3).state(GpuState.LOST, this.machine.wall());
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.active())
                .hasSizeGreaterThan(2)
                .allSatisfy((active) -> assertThat(active.advice().en())
                        .endsWith(Remedy.REBOOT_AND_REPORT.words().en()));
    }

    @Test
    void theActionThatTheDriverRequestsComesBeforeAWeakerOne() {
        this.machine.passes(Duration.ofMinutes(1), () -> this.machine.gpu(3).code(Metric.GPU_RECOVERY_ACTION, 2));
        xid(48);
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(advice(RECOVERY_ACTION)).isEqualTo("Reboot the machine.");
        assertThat(advice(XID))
                .isEqualTo("Another alert comes first (The driver requests recovery): Reboot the machine.");
    }

    @Test
    void aHangGivesWayToTheFaultThatNeedsAReset() {
        this.machine.passes(Duration.ofMinutes(1));
        xid(119);
        this.machine.gpu(3).state(GpuState.STUCK, this.machine.wall());
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(advice(GPU_STUCK)).endsWith(advice(XID)).startsWith("Another alert comes first");
    }

    @ParameterizedTest
    @EnumSource
    void theAdviceOfEveryRuleGivesWayOnAGpuThatIsLost(InsightRules rule) {
        Precedence own = rule.spec().precedence();

        assertThat(own).isNotEqualTo(Precedence.NOTHING);
        assertThat(own.givesWayTo(Precedence.REBOOT)).isEqualTo(rule != GPU_LOST);
    }

    @Test
    void independentAdviceStays() {
        this.machine.gpu(3).memory(62).process(7, "python", 62, YESTERDAY);
        this.machine.passes(Duration.ofMinutes(15), () -> slowedByHeat(3));

        assertThat(this.machine.active())
                .hasSize(2)
                .noneMatch((active) -> active.advice().en().startsWith("Another"));
    }
}
