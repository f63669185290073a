package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventKind;
import io.gpulse.event.Fact;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedBoard;
import io.gpulse.metric.Metric;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Clocks that are held back, and performance states. */
class ClockWatchTests {

    private final Trace trace = new Trace(1);
    private final TracedBoard gpu = this.trace.machine.gpu(0);

    @Test
    void clocksThatHeatHoldsBackAreOneRowUntilTheyAreNotForAMinute() {
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
                .containsEntry(Fact.REASON, "thermal")
                .containsEntry(Fact.SECONDS, "50")
                .containsEntry(Fact.LOWEST_SM_CLOCK, "1491");
    }

    @Test
    void lessThanTenSecondsOfAMinuteAreNothing() {
        for (int minute = 0; minute < 30; minute++) {
            this.gpu.set(Metric.REASON_SW_THERMAL, 1);
            this.trace.rounds(9);
            this.gpu.set(Metric.REASON_SW_THERMAL, 0);
            this.trace.rounds(51);
        }

        assertThat(this.trace.events()).isEmpty();
    }

    @Test
    void aPowerCapIsToldBelowTheDefaultLimitOnly() {
        this.trace.rounds(120);
        assertThat(this.trace.events()).isEmpty();

        this.gpu.set(Metric.ENFORCED_POWER_LIMIT, 500);
        this.trace.rounds(30);
        assertThat(only().facts())
                .containsEntry(Fact.REASON, "power-limit")
                .containsEntry(Fact.LIMIT, "500")
                .containsEntry(Fact.DEFAULT_LIMIT, "700");
    }

    @Test
    void anIdleGpuIsNotHeldBack() {
        this.gpu.set(Metric.REASON_IDLE, 1).set(Metric.REASON_SW_THERMAL, 1).set(Metric.ENFORCED_POWER_LIMIT, 500);
        this.trace.rounds(120);

        assertThat(this.trace.events()).isEmpty();
    }

    @Test
    void aRowThatLastsIsNotToldEachSecond() {
        this.gpu.set(Metric.REASON_POWER_BRAKE, 1);
        this.trace.rounds(11);
        long sequence = only().sequence();
        this.trace.rounds(3600);

        assertThat(only().sequence()).isEqualTo(sequence);
    }

    @Test
    void aSlowPerformanceStateUnderLoadIsToldAfterHalfAMinute() {
        this.gpu.set(Metric.PSTATE, 5);
        Instant since = this.trace.now().plusSeconds(1);
        this.trace.rounds(31);
        assertThat(this.trace.events()).isEmpty();
        this.trace.rounds(10);
        this.gpu.set(Metric.PSTATE, 2);
        this.trace.rounds(5);

        assertThat(only().kind()).isEqualTo(EventKind.P_STATE);
        assertThat(only().at()).isEqualTo(since);
        assertThat(only().until()).isEqualTo(since.plusSeconds(41));
        assertThat(only().facts()).containsEntry(Fact.P_STATE, "P5");
    }

    @Test
    void aSlowPerformanceStateWithoutLoadIsNothing() {
        this.gpu.set(Metric.PSTATE, 8).set(Metric.UTILIZATION_GPU, 3);
        this.trace.rounds(120);

        assertThat(this.trace.events()).isEmpty();
    }

    private GpuEvent only() {
        assertThat(this.trace.events()).hasSize(1);
        return this.trace.events().get(0);
    }

    @Test
    void aSlowGpuThatNoLongerAnswersIsNotSeenToBeSlow() {
        this.gpu.set(Metric.PSTATE, 5);
        this.trace.rounds(40);
        Instant last = this.trace.now();
        this.gpu.becomes(GpuState.STUCK, last);
        this.trace.rounds(31);

        assertThat(this.trace.events().get(0).kind()).isEqualTo(EventKind.P_STATE);
        assertThat(this.trace.events().get(0).until()).isEqualTo(last);
    }
}
