package io.gpulse.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.insight.PublishedAlerts.PublishedAlert;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.StateRounds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The class of each GPU of this machine. */
class MachineReaderTests {

    private static final Instant NOW = Reports.AT;

    private static GpuClass classOf(GpuSample gpu, PublishedAlert... alerts) {
        return MachineReader.classOf(gpu, NOW, List.of(alerts), true);
    }

    private static PublishedAlert alert(String rule, int gpu) {
        return alert(rule, Severity.WARNING, gpu);
    }

    private static PublishedAlert alert(String rule, Severity severity, int gpu) {
        LocalizedText text = LocalizedText.of("text");
        return new PublishedAlert(rule, rule, severity, NOW, true, Map.of("GPU-" + gpu, gpu), text, text, text, text);
    }

    private static GpuSample idle(GpuSample gpu, Duration time) {
        return gpu.with(new Activity(NOW.minus(time), null));
    }

    @Test
    void aGpuIsInTheClassOfItsUse() {
        assertThat(classOf(StateRounds.busy())).isEqualTo(GpuClass.WORKING);
        assertThat(classOf(StateRounds.free())).isEqualTo(GpuClass.FREE);
        assertThat(classOf(StateRounds.reserved())).isEqualTo(GpuClass.RESERVED);
    }

    @Test
    void aGpuIsHeldIdleAfterAQuarterOfAnHour() {
        assertThat(classOf(idle(StateRounds.held(), Duration.ofMinutes(15)))).isEqualTo(GpuClass.HELD_IDLE);
        assertThat(classOf(idle(StateRounds.held(), Duration.ofSeconds(899)))).isEqualTo(GpuClass.WORKING);
        assertThat(classOf(StateRounds.held())).isEqualTo(GpuClass.WORKING);
    }

    @Test
    void aGpuWhoseUseIsNotReportedWorksIfItHasProcessesAndIsUnknownOtherwise() {
        Map<Metric, Reading> processes = Map.of(Metric.PROCESSES_RUNNING, new Reading.Quantity(2));
        assertThat(classOf(Snapshots.gpu(0, processes))).isEqualTo(GpuClass.WORKING);
        assertThat(classOf(Snapshots.gpu(0, Map.of()))).isEqualTo(GpuClass.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "LOST, TROUBLE",
        "STUCK, TROUBLE",
        "RESET_REQUIRED, TROUBLE",
        "ERROR, TROUBLE",
        "ATTACHING, UNKNOWN",
        "SLEEPING, UNKNOWN"
    })
    void aGpuThatIsNotReadIsInTroubleOrUnknown(GpuState state, GpuClass use) {
        assertThat(classOf(StateRounds.in(state))).isEqualTo(use);
    }

    @ParameterizedTest
    @EnumSource(
            value = GpuState.class,
            names = {"LOST", "STUCK"})
    void theLastProcessesOfAGpuThatIsNotReadAreNotItsHolders(GpuState state) {
        ProcessSample process = new ProcessSample(1, ProcessSample.Type.COMPUTE, "train.py", null, Readings.NONE);
        GpuSample before = StateRounds.busy().with(List.of(process));
        GpuSample lost = StateRounds.in(state).with(new GpuSample.Last(NOW, before.known()));

        MachineGpu reported = MachineReader.gpu(new MachineReader.Classified(lost, GpuClass.TROUBLE, null));
        MachineGpu read = MachineReader.gpu(new MachineReader.Classified(before, GpuClass.WORKING, null));
        MachineGpu reserved = MachineReader.gpu(
                new MachineReader.Classified(lost.reserved(StateRounds.JOBS), GpuClass.TROUBLE, null));

        assertThat(reported.holders()).isEmpty();
        assertThat(reported.processes()).isNull();
        assertThat(read.holders()).isNotEmpty();
        assertThat(reserved.holders()).extracting(MachineGpu.Holder::user).containsExactly("mchen");
    }

    @ParameterizedTest
    @EnumSource(GpuState.class)
    void anAlertAboutItsHardwareIsTroubleInEachState(GpuState state) {
        GpuSample gpu = state.isRead() ? StateRounds.busy() : StateRounds.in(state);
        assertThat(classOf(gpu, alert("thermally-slowed", 0))).isEqualTo(GpuClass.TROUBLE);
    }

    @Test
    void anAlertAboutUseOrAnotherGpuIsNoTrouble() {
        assertThat(classOf(StateRounds.busy(), alert("input-bound", 0))).isEqualTo(GpuClass.WORKING);
        assertThat(classOf(StateRounds.busy(), alert("gpu-lost", 1))).isEqualTo(GpuClass.WORKING);
    }

    @Test
    void theFaultOfAProgramIsNoTroubleButOneOfTheHardwareIs() {
        assertThat(classOf(StateRounds.busy(), alert("xid", 0))).isEqualTo(GpuClass.WORKING);
        assertThat(classOf(StateRounds.busy(), alert("xid", Severity.CRITICAL, 0)))
                .isEqualTo(GpuClass.TROUBLE);
    }

    @Test
    void aGpuThatIsNotFreeByTheUsualConditionsIsNotInTheClassFree() {
        assertThat(MachineReader.classOf(StateRounds.free(), NOW, List.of(), false))
                .isEqualTo(GpuClass.WORKING);
    }

    @Test
    void theOtherRulesAreAboutTheHardware() {
        assertThat(InsightRules.ids())
                .filteredOn((rule) -> !MachineReader.isTrouble(rule, "warning"))
                .containsExactlyInAnyOrder(
                        "idle-allocated",
                        "input-bound",
                        "memory-nearly-full",
                        "memory-without-process",
                        "power-capped",
                        "uneven-group",
                        "xid");
    }
}
