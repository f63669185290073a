package io.gpulse.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdleTrackerTests {

    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

    private final IdleTracker idleTracker = new IdleTracker();

    @Test
    void atTheStartTheFirstSampleDecides() {
        assertThat(at(0, 0)).isEqualTo(new Activity(START, null));
        assertThat(at(1, 1)).isEqualTo(new Activity(START, null));
    }

    @Test
    void theStateChangesAfterTenSecondsAsOfTheirBeginning() {
        at(0, 50);
        at(5, 1);
        assertThat(at(14, 0)).isEqualTo(new Activity(null, START));

        assertThat(at(15, 0)).isEqualTo(new Activity(START.plusSeconds(5), null));
    }

    @Test
    void aClockThatIsSetBackLeavesNoBeginningInTheFuture() {
        at(0, 50);
        Moment back = new Moment(START.minusSeconds(3600), Duration.ofSeconds(20));
        Readings busy = Readings.of(Map.of(Metric.UTILIZATION_GPU, new Reading.Quantity(50)));

        assertThat(this.idleTracker.after(GpuReadings.of(busy), back))
                .isEqualTo(new Activity(null, START.minusSeconds(3620)));
    }

    @Test
    void aShortOppositeStateChangesNothing() {
        at(0, 0);
        at(5, 100);
        at(6, 0);
        at(12, 100);

        assertThat(at(21, 100)).isEqualTo(new Activity(START, null));
        assertThat(at(22, 100)).isEqualTo(new Activity(null, START.plusSeconds(12)));
    }

    @Test
    void aShortKernelBetweenTwoSamplesIsWorkToo() {
        Readings shortly = Readings.of(Map.of(
                Metric.UTILIZATION_GPU, new Reading.Quantity(0),
                Metric.UTILIZATION_GPU_MAX, new Reading.Quantity(80)));

        assertThat(this.idleTracker.after(GpuReadings.of(shortly), moment(0))).isEqualTo(new Activity(null, START));
    }

    @Test
    void withoutUtilizationNeitherIsKnown() {
        at(0, 0);

        Readings late = Readings.of(Map.of(Metric.UTILIZATION_GPU, Reading.absent(Reason.TIMED_OUT)));

        assertThat(this.idleTracker.after(GpuReadings.of(late), moment(1))).isEqualTo(Activity.UNKNOWN);
        assertThat(at(2, 0)).isEqualTo(new Activity(START, null));
    }

    @Test
    void aWallClockSetForwardDoesNotChangeTheState() {
        at(0, 0);
        at(5, 100);

        Moment forward = new Moment(START.plusSeconds(7206), Duration.ofSeconds(6));
        assertThat(this.idleTracker.after(busy(), forward)).isEqualTo(new Activity(START, null));

        Moment back = new Moment(START.minusSeconds(7185), Duration.ofSeconds(15));
        assertThat(this.idleTracker.after(busy(), back)).isEqualTo(new Activity(null, START.minusSeconds(7195)));
    }

    private static GpuReadings busy() {
        return GpuReadings.of(Readings.of(Map.of(Metric.UTILIZATION_GPU, new Reading.Quantity(100))));
    }

    private static Moment moment(int seconds) {
        return new Moment(START, Duration.ZERO).plus(Duration.ofSeconds(seconds));
    }

    private Activity at(int seconds, double percent) {
        Readings readings = Readings.of(Map.of(Metric.UTILIZATION_GPU, new Reading.Quantity(percent)));
        return this.idleTracker.after(GpuReadings.of(readings), moment(seconds));
    }
}
