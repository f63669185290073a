package io.gpulse.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** One GPU, polled by hand. */
class GpuLaneTests {

    private final SettableClock time = new SettableClock(Instant.parse("2026-11-20T10:00:00Z"));
    private final SamplerClock clock = new SamplerClock(this.time, this.time::nanos);
    private final Queue<Duration> readTimes = new ArrayDeque<>();
    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 1);
    private final GpuLane lane = new GpuLane(
            0,
            new Lane("gpu-0", Runnable::run, this.clock),
            new Timeouts(Duration.ofSeconds(1)),
            new StateChangeLog(this.clock));

    /** Waking a GPU up without persistence mode takes seconds; the result of its first read is too old to show. */
    @Test
    void aRowReadOnceIsReadAgainIfTheFirstReadTookTooLong() throws Exception {
        this.readTimes.addAll(List.of(Duration.ofSeconds(8), Duration.ZERO, Duration.ZERO));
        this.machine.duringRead = () -> this.time.advance(this.readTimes.remove());
        GpuSession session = this.machine.open();

        GpuSample first = poll(session);
        GpuSample second = poll(session);
        poll(session);

        assertThat(first.state()).isEqualTo(GpuState.ATTACHING);
        assertThat(second.state()).isEqualTo(GpuState.OK);
        assertThat(second.readings().number(Metric.GPU_ARCHITECTURE)).hasValue(50);
        assertThat(this.machine.requested)
                .extracting((requested) -> requested.contains(Cadence.ONCE))
                .containsExactly(true, true, false);
    }

    @Test
    void outdatedFiguresAreNoFailureOfTheGpuItself() throws Exception {
        GpuSession session = this.machine.open();
        this.machine.returns(0, Verdict.OUTDATED);

        Condition outdated = poll(session).condition();
        this.machine.verdicts.clear();
        Condition renewed = poll(session).condition();

        assertThat(outdated.state()).isEqualTo(GpuState.STALE);
        assertThat(outdated.outdated()).isTrue();
        assertThat(outdated.forbidden()).isFalse();
        assertThat(renewed.isUnread()).isFalse();
    }

    @Test
    void anErrorBeginsWhenItIsOfTheGpuAndNotWhenGpulseHadNoPermission() throws Exception {
        GpuSession session = this.machine.open();
        this.machine.returns(0, Verdict.FORBIDDEN);
        Condition forbidden = poll(session).condition();
        Condition still = poll(session).condition();
        this.time.advance(Duration.ofMinutes(10));

        this.lane.markSessionLost("The driver was unloaded.", this.clock.now());
        Condition failed = this.lane.sample().condition();

        assertThat(still.since()).isEqualTo(forbidden.since());
        assertThat(still.forbidden()).isTrue();
        assertThat(failed.state()).isEqualTo(GpuState.ERROR);
        assertThat(failed.since()).isEqualTo(this.clock.now().wallTime());
    }

    @Test
    void outdatedFiguresAreShownButAreNoActivityOfNow() throws Exception {
        GpuSession session = this.machine.open();
        Map<Metric, Reading> rows = Map.of(
                Metric.UTILIZATION_GPU, new Reading.Quantity(97), Metric.GPU_ARCHITECTURE, new Reading.Quantity(9));
        this.machine.verdicts.put(
                this.machine.uuids.get(0), GpuReadResult.outdated(GpuReadings.of(Readings.of(rows)), "It is old."));

        GpuSample outdated = poll(session);

        assertThat(outdated.readings().number(Metric.UTILIZATION_GPU)).hasValue(97);
        assertThat(outdated.sampledAt()).isNotNull();
        assertThat(outdated.condition().detail()).isEqualTo("It is old.");
        assertThat(outdated.activity()).isEqualTo(Activity.UNKNOWN);
    }

    private GpuSample poll(GpuSession session) {
        this.time.advance(Duration.ofSeconds(1));
        this.lane.poll(session, this.clock.now(), (result) -> {}).subscribe();
        return this.lane.collect(session, this.clock.now(), (result) -> {});
    }
}
