package io.gpulse.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Idle times of GPUs by UUID, and those that an earlier process stored. */
class IdleTimesTests {

    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
    private static final Instant EARLIER = START.minusSeconds(86_400);
    private static final String UUID = Snapshots.identity(0).uuid();

    private final IdleTimes idleTimes = new IdleTimes();

    @Test
    void aGpuThatIsStillIdleAfterARestartIsIdleForLonger() {
        assertThat(idleSince(0)).isEqualTo(START);

        this.idleTimes.restore(UUID, EARLIER, START.minusSeconds(20));

        assertThat(idleSince(1)).isEqualTo(EARLIER);
        assertThat(idleSince(2)).isEqualTo(EARLIER);
    }

    @Test
    void aGpuThatAttachesLateContinuesItsIdleTime() {
        this.idleTimes.restore(UUID, EARLIER, START.minusSeconds(20));
        at(0, GpuState.ATTACHING, Readings.NONE);

        assertThat(idleSince(30)).isEqualTo(EARLIER);
    }

    @Test
    void aGpuThatWasBusyInBetweenIsIdleSinceThen() {
        this.idleTimes.restore(UUID, EARLIER, START.minusSeconds(20));

        at(0, GpuState.OK, utilization(90));
        idleSince(1);

        assertThat(idleSince(11)).isEqualTo(START.plusSeconds(1));
    }

    @Test
    void theTimeOfALongStopIsNotIdleTime() {
        this.idleTimes.restore(UUID, EARLIER, START.minusSeconds(301));

        assertThat(idleSince(0)).isEqualTo(START);
    }

    @Test
    void aChangeOfStateBeforeTheStoredTimeIsKnownIsKept() {
        at(0, GpuState.OK, utilization(90));
        idleSince(1);
        idleSince(11);

        this.idleTimes.restore(UUID, EARLIER, START.minusSeconds(20));

        assertThat(idleSince(12)).isEqualTo(START.plusSeconds(1));
    }

    @Test
    void aLateRoundChangesNothing() {
        this.idleTimes.restore(UUID, EARLIER, START.minusSeconds(20));
        Readings late = Readings.of(Map.of(Metric.UTILIZATION_GPU, Reading.absent(Reason.TIMED_OUT)));

        assertThat(at(0, GpuState.OK, late)).isEqualTo(Activity.UNKNOWN);
        assertThat(idleSince(1)).isEqualTo(EARLIER);
        assertThat(at(2, GpuState.OK, late)).isEqualTo(Activity.UNKNOWN);
        assertThat(idleSince(3)).isEqualTo(EARLIER);
    }

    @Test
    void aGpuThatWasLostIsIdleSinceItsReturn() {
        this.idleTimes.restore(UUID, EARLIER, START.minusSeconds(20));
        assertThat(idleSince(0)).isEqualTo(EARLIER);

        assertThat(at(1, GpuState.LOST, Readings.NONE)).isEqualTo(Activity.UNKNOWN);

        assertThat(idleSince(2)).isEqualTo(START.plusSeconds(2));
    }

    @Test
    void aGpuThatIsNotReadWhenTheStoredTimeIsKnownIsIdleSinceItsReturn() {
        this.idleTimes.restore(UUID, EARLIER, START.minusSeconds(20));
        at(0, GpuState.LOST, Readings.NONE);

        assertThat(idleSince(1)).isEqualTo(START.plusSeconds(1));
    }

    @Test
    void anotherGpuIsNotAffected() {
        this.idleTimes.restore(Snapshots.identity(1).uuid(), EARLIER, START.minusSeconds(20));

        assertThat(idleSince(0)).isEqualTo(START);
    }

    @Test
    void aSampleThatIsShownAgainIsNoSecondSample() {
        at(0, GpuState.OK, utilization(90));
        GpuSample idle = sample(START.plusSeconds(1), GpuState.SLOW, utilization(0));

        complete(idle, Duration.ofSeconds(1));

        assertThat(complete(idle, Duration.ofSeconds(14))).isEqualTo(new Activity(null, START));
    }

    @Test
    void aGpuThatIsNoLongerListedStartsOver() {
        assertThat(idleSince(0)).isEqualTo(START);

        this.idleTimes.complete(List.of(), Duration.ofSeconds(1));

        assertThat(idleSince(2)).isEqualTo(START.plusSeconds(2));
    }

    private Instant idleSince(int seconds) {
        return at(seconds, GpuState.OK, utilization(0)).idleSince();
    }

    private Activity at(int seconds, GpuState state, Readings readings) {
        return complete(sample(START.plusSeconds(seconds), state, readings), Duration.ofSeconds(seconds));
    }

    private Activity complete(GpuSample sample, Duration at) {
        return this.idleTimes.complete(List.of(sample), at).get(0).activity();
    }

    private static GpuSample sample(Instant at, GpuState state, Readings readings) {
        Condition condition = new Condition(state, at, null);
        return new GpuSample(0, Snapshots.identity(0), condition, at, at, GpuReadings.of(readings), Activity.UNKNOWN);
    }

    private static Readings utilization(double percent) {
        return Readings.of(Map.of(Metric.UTILIZATION_GPU, new Reading.Quantity(percent)));
    }
}
