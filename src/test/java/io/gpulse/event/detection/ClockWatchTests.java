package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedBoard;
import io.gpulse.event.text.EventText;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Throttled clocks and slow performance states. */
class ClockWatchTests {

    private final Trace trace = new Trace(1);
    private final TracedBoard gpu = this.trace.machine.gpu(0);

    @Test
    void clocksThatHeatThrottlesAreOneRowUntilTheyAreNotForAMinute() {
        Instant since = this.trace.now().plusSeconds(1);
        for (int time = 0; time < 10; time++) {
            this.gpu.set(Metric.REASON_SW_THERMAL, 1).set(Metric.CLOCKS_SM, 1500 - time);
            this.trace.rounds(5);
            this.gpu.set(Metric.REASON_SW_THERMAL, 0).set(Metric.CLOCKS_SM, 1980);
            this.trace.rounds(20);
        }
        assertThat(only().until()).isNull();
        this.trace.rounds(60);

        assertThat(only().kind()).isEqualTo(EventKind.CLOCKS);
        assertThat(only().severity()).isEqualTo(Severity.WARNING);
        assertThat(only().at()).isEqualTo(since);
        assertThat(only().until()).isEqualTo(since.plusSeconds(9 * 25 + 4));
        assertThat(only().facts())
                .containsEntry(EventAttribute.REASON, "thermal")
                .containsEntry(EventAttribute.SECONDS, "50")
                .containsEntry(EventAttribute.LOWEST_SM_CLOCK, "1491");
    }

    @Test
    void clocksOfSeveralGpusThatHeatThrottlesTogetherAreOneRow() {
        Trace board = new Trace(3);
        for (int gpu = 0; gpu < 2; gpu++) {
            board.machine.gpu(gpu).set(Metric.REASON_SW_THERMAL, 1).set(Metric.CLOCKS_SM, 1500 - gpu);
            board.rounds(3);
        }
        board.rounds(20);
        board.machine.gpu(2).set(Metric.REASON_SW_THERMAL, 1);
        board.rounds(20);
        board.machine.gpus().forEach((gpu) -> gpu.set(Metric.REASON_SW_THERMAL, 0));
        Instant last = board.now();
        board.rounds(70);

        assertThat(board.events()).hasSize(2);
        GpuEvent both = board.events().get(0);
        assertThat(both.gpu()).isNull();
        assertThat(both.until()).isEqualTo(last);
        assertThat(both.facts())
                .containsEntry(EventAttribute.RULE, "thermally-slowed")
                .containsEntry(EventAttribute.GPUS, "0-1")
                .containsEntry(EventAttribute.LOWEST_SM_CLOCK, "1499")
                .containsEntry(EventAttribute.SECONDS, "46");
        assertThat(board.events().get(1).gpu()).isEqualTo(board.machine.gpu(2).gpu());
    }

    @Test
    void powerThatThrottlesALaptopOnBatteryIsInformation() {
        this.trace.onBattery = true;
        this.gpu.set(Metric.REASON_POWER_BRAKE, 1);
        runs(ProcessSample.Type.COMPUTE).set(Metric.PSTATE, 5);
        this.trace.rounds(40);

        assertThat(reported())
                .extracting(GpuEvent::kind)
                .containsExactlyInAnyOrder(EventKind.CLOCKS, EventKind.P_STATE);
        assertThat(reported()).allSatisfy((event) -> {
            assertThat(event.severity()).isEqualTo(Severity.INFO);
            EventText text = EventText.of(event);
            assertThat(String.valueOf(text.detail())).contains("battery");
            assertThat(text.action()).isNull();
        });
    }

    @Test
    void heatThatThrottlesALaptopOnBatteryIsAWarning() {
        this.trace.onBattery = true;
        this.gpu.set(Metric.REASON_SW_THERMAL, 1);
        this.trace.rounds(15);

        assertThat(only().severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void lessThanTenSecondsOfAMinuteAreNothing() {
        for (int minute = 0; minute < 30; minute++) {
            this.gpu.set(Metric.REASON_SW_THERMAL, 1);
            this.trace.rounds(9);
            this.gpu.set(Metric.REASON_SW_THERMAL, 0);
            this.trace.rounds(51);
        }

        assertThat(reported()).isEmpty();
    }

    @Test
    void aPowerCapIsReportedBelowTheDefaultLimitOnly() {
        this.trace.rounds(120);
        assertThat(reported()).isEmpty();

        this.gpu.set(Metric.ENFORCED_POWER_LIMIT, 500);
        this.trace.rounds(30);
        assertThat(only().facts())
                .containsEntry(EventAttribute.REASON, "power-limit")
                .containsEntry(EventAttribute.LIMIT, "500")
                .containsEntry(EventAttribute.DEFAULT_LIMIT, "700");
    }

    @Test
    void anIdleGpuIsNotThrottled() {
        this.gpu.set(Metric.REASON_IDLE, 1).set(Metric.REASON_SW_THERMAL, 1).set(Metric.ENFORCED_POWER_LIMIT, 500);
        this.trace.rounds(120);

        assertThat(reported()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "25, 0, 8, false",
        "390, 97, 0, false",
        "400, 97, 0, true",
        ", 0, 8, false",
        ", 9, 2, false",
        ", 97, 3, false",
        ", 10, 2, true",
        ", , , true"
    })
    void aLoweredLimitThrottlesOnlyGpusNearItOrAtWork(
            @Nullable Double draw, @Nullable Double utilization, @Nullable Double state, boolean reported) {
        this.gpu.set(Metric.ENFORCED_POWER_LIMIT, 500);
        read(Metric.POWER_DRAW, draw);
        read(Metric.UTILIZATION_GPU, utilization);
        read(Metric.PSTATE, state);
        this.trace.rounds(120);

        assertThat(reported()).hasSize(reported ? 1 : 0);
    }

    private void read(Metric metric, @Nullable Double value) {
        if (value == null) {
            this.gpu.absent(metric, Reason.NOT_SUPPORTED);
        } else {
            this.gpu.set(metric, value);
        }
    }

    @Test
    void anOpenRowIsNotPublishedEachSecond() {
        this.gpu.set(Metric.REASON_POWER_BRAKE, 1);
        this.trace.rounds(11);
        long sequence = only().sequence();
        this.trace.rounds(3600);

        assertThat(only().sequence()).isEqualTo(sequence);
    }

    @Test
    void aSlowPerformanceStateUnderLoadIsReportedAfterHalfAMinute() {
        runs(ProcessSample.Type.COMPUTE).set(Metric.PSTATE, 5);
        Instant since = this.trace.now().plusSeconds(1);
        this.trace.rounds(31);
        assertThat(reported()).isEmpty();
        this.trace.rounds(10);
        this.gpu.set(Metric.PSTATE, 2);
        this.trace.rounds(5);

        assertThat(only().kind()).isEqualTo(EventKind.P_STATE);
        assertThat(only().at()).isEqualTo(since);
        assertThat(only().until()).isEqualTo(since.plusSeconds(41));
        assertThat(only().facts()).containsEntry(EventAttribute.P_STATE, "P5");
    }

    @ParameterizedTest
    @EnumSource(
            value = Metric.class,
            names = {"PSTATE", "UTILIZATION_GPU"})
    void aRoundWithoutAValueDoesNotEndASlowPerformanceState(Metric late) {
        runs(ProcessSample.Type.COMPUTE).set(Metric.PSTATE, 5);
        this.trace.rounds(35);
        assertThat(only().kind()).isEqualTo(EventKind.P_STATE);
        this.gpu.absent(late, Reason.TIMED_OUT);
        this.trace.rounds(1);

        assertThat(only().until()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void aSlowPerformanceStateIsReportedForComputeProcessesOnly(ProcessSample.Type type) {
        runs(type).set(Metric.PSTATE, 8).set(Metric.UTILIZATION_GPU, 55);
        this.trace.rounds(60);

        assertThat(reported()).hasSize(type == ProcessSample.Type.COMPUTE || type == ProcessSample.Type.MPS ? 1 : 0);
    }

    @Test
    void aSlowPerformanceStateWithoutAKnownProcessIsNotReported() {
        this.gpu.set(Metric.PSTATE, 8).set(Metric.UTILIZATION_GPU, 55);
        this.trace.rounds(120);

        assertThat(reported()).isEmpty();
    }

    @Test
    void aSlowGpuWhoseProcessIsNotListedOnceStaysSlow() {
        runs(ProcessSample.Type.COMPUTE).set(Metric.PSTATE, 8);
        this.trace.rounds(40);
        this.gpu.ends(7);
        this.trace.rounds(5);
        assertThat(only().until()).isNull();
        this.trace.rounds(10);

        assertThat(only().until()).isNotNull();
    }

    @Test
    void aSlowPerformanceStateWithoutLoadIsNothing() {
        runs(ProcessSample.Type.COMPUTE).set(Metric.PSTATE, 8).set(Metric.UTILIZATION_GPU, 3);
        this.trace.rounds(120);

        assertThat(reported()).isEmpty();
    }

    @Test
    void aGpuThatStoppedAnsweringReportsOnlyTheStateThatItHasAfterwards() {
        runs(ProcessSample.Type.COMPUTE).set(Metric.PSTATE, 8);
        this.trace.rounds(40);
        this.gpu.becomes(GpuState.STUCK, this.trace.now());
        this.trace.rounds(40);
        this.gpu.becomes(GpuState.OK, this.trace.now());
        runs(ProcessSample.Type.COMPUTE).set(Metric.PSTATE, 5);
        this.trace.rounds(40);

        assertThat(reported())
                .filteredOn((event) -> event.kind() == EventKind.P_STATE)
                .extracting((event) -> event.facts().get(EventAttribute.P_STATE))
                .containsExactly("P8", "P5");
    }

    private GpuEvent only() {
        assertThat(reported()).hasSize(1);
        return reported().get(0);
    }

    private List<GpuEvent> reported() {
        return this.trace.events().stream()
                .filter((event) -> event.kind() != EventKind.PROCESS_STARTED && event.kind() != EventKind.PROCESS_ENDED)
                .toList();
    }

    private TracedBoard runs(ProcessSample.Type type) {
        return this.gpu.runs(new ProcessSample(7, type, "program", this.trace.now(), Readings.NONE));
    }

    @Test
    void aSlowGpuThatNoLongerAnswersIsNoLongerSlow() {
        runs(ProcessSample.Type.COMPUTE).set(Metric.PSTATE, 5);
        this.trace.rounds(40);
        Instant last = this.trace.now();
        this.gpu.becomes(GpuState.STUCK, last);
        this.trace.rounds(31);

        assertThat(reported().get(0).kind()).isEqualTo(EventKind.P_STATE);
        assertThat(reported().get(0).until()).isEqualTo(last);
    }
}
