package io.gpulse.history.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.UseSeconds;
import io.gpulse.history.states.StateTimeline.Segment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Segments of a time span. */
class StateTimelineTests {

    private static final int MANY = 100;

    private final StateTimeline timeline = new StateTimeline(0, 100_000, 10_000, MANY);

    @Test
    void timeWithoutARunHasNoSamples() {
        add(this.timeline, 10, 20, GpuUse.BUSY);
        add(this.timeline, 30, 40, GpuUse.BUSY);
        this.timeline.fill(50_000);

        assertThat(texts(this.timeline))
                .containsExactly(
                        "0-10 no_samples gap",
                        "10-20 busy",
                        "20-30 no_samples gap",
                        "30-40 busy",
                        "40-50 no_samples gap");
        assertThat(this.timeline.seconds().of(GpuUse.NO_SAMPLES)).isEqualTo(30);
        assertThat(this.timeline.seconds().of(GpuUse.BUSY)).isEqualTo(20);
    }

    @Test
    void aRunThatExceedsTheSpanIsCut() {
        add(this.timeline, -50, 20, GpuUse.BUSY);
        add(this.timeline, 20, 170, GpuUse.FREE);
        this.timeline.fill(200_000);

        assertThat(texts(this.timeline)).containsExactly("0-20 busy", "20-100 free");
        assertThat(this.timeline.seconds().of(GpuUse.BUSY)).isEqualTo(20);
        assertThat(this.timeline.seconds().of(GpuUse.FREE)).isEqualTo(80);
    }

    @Test
    void equalRunsAreOneSegmentButNotThoseOfAnotherCause() {
        this.timeline.add(new Segment(0, 1000, GpuUse.THROTTLED, "power"));
        this.timeline.add(new Segment(1000, 2000, GpuUse.THROTTLED, "power"));
        this.timeline.add(new Segment(2000, 3000, GpuUse.THROTTLED, "heat"));

        assertThat(texts(this.timeline)).containsExactly("0-2 throttled power", "2-3 throttled heat");
    }

    @Test
    void theWorseStateIsShownWhereTheClockWasSetBack() {
        add(this.timeline, 0, 60, GpuUse.BUSY);
        add(this.timeline, 20, 30, GpuUse.LOST);
        add(this.timeline, 50, 70, GpuUse.FREE);

        assertThat(texts(this.timeline)).containsExactly("0-20 busy", "20-30 lost", "30-60 busy", "60-70 free");
        assertThat(this.timeline.seconds().of(GpuUse.LOST)).isEqualTo(10);
        assertThat(this.timeline.seconds().of(GpuUse.FREE)).isEqualTo(20);
    }

    @Test
    void aStepWithSeveralStatesHasTheWorstWhenThereAreTooMany() {
        StateTimeline few = new StateTimeline(0, 100_000, 10_000, 10);
        for (int second = 0; second < 30; second++) {
            GpuUse use = second == 13 ? GpuUse.STUCK : second % 2 == 0 ? GpuUse.BUSY : GpuUse.FREE;
            add(few, second, second + 1, use);
        }
        add(few, 30, 56, GpuUse.FREE);
        add(few, 56, 57, GpuUse.LOST);
        add(few, 57, 100, GpuUse.FREE);

        assertThat(texts(few))
                .containsExactly("0-10 busy", "10-20 stuck", "20-30 busy", "30-50 free", "50-60 lost", "60-100 free");
        assertThat(few.seconds().of(GpuUse.STUCK)).isEqualTo(1);
        assertThat(few.seconds().of(GpuUse.LOST)).isEqualTo(1);
    }

    @Test
    void anyNumberOfChangesGivesABoundedNumberOfSegments() {
        long day = 86_400;
        StateTimeline few = new StateTimeline(0, day * 1000, day * 1000 / 9, 20);
        for (long second = 0; second < day; second++) {
            add(few, second, second + 1, second % 2 == 0 ? GpuUse.BUSY : GpuUse.FREE);
        }

        assertThat(few.segments()).hasSizeLessThanOrEqualTo(20);
        assertThat(few.seconds().of(GpuUse.BUSY)).isEqualTo(day / 2.0);
    }

    @Test
    void theStatesOfAMinuteBeginWithTheOneBefore() {
        add(this.timeline, 0, 10, GpuUse.BUSY);
        this.timeline.addInAnyOrder(seconds(GpuUse.BUSY, 20, GpuUse.LOST, 40), 10_000, 70_000);

        assertThat(texts(this.timeline)).containsExactly("0-30 busy", "30-70 lost");
    }

    @Test
    void aMinuteWithFewerSecondsEndsWithoutSamples() {
        this.timeline.addInAnyOrder(seconds(GpuUse.BUSY, 20, GpuUse.FREE, 30), 0, 60_000);
        this.timeline.fill(60_000);

        assertThat(texts(this.timeline)).containsExactly("0-20 busy", "20-50 free", "50-60 no_samples gap");
    }

    @Test
    void aMinuteOfAnEarlierVersionMayLackAnIntervalOrHaveOneMore() {
        this.timeline.addInAnyOrder(seconds(GpuUse.BUSY, 60.5, GpuUse.FREE, 0), 0, 60_000);
        this.timeline.addInAnyOrder(seconds(GpuUse.BUSY, 39.5, GpuUse.FREE, 0), 60_000, 100_000);

        assertThat(texts(this.timeline)).containsExactly("0-100 busy");
        assertThat(this.timeline.seconds().of(GpuUse.BUSY)).isEqualTo(100, within(1e-9));
    }

    private static UseSeconds seconds(GpuUse one, double length, GpuUse other, double otherLength) {
        UseSeconds seconds = new UseSeconds();
        seconds.add(one, length);
        seconds.add(other, otherLength);
        return seconds;
    }

    private static void add(StateTimeline timeline, long from, long to, GpuUse use) {
        timeline.add(new Segment(from * 1000, to * 1000, use, null));
    }

    private static List<String> texts(StateTimeline timeline) {
        return timeline.segments().stream()
                .map((one) -> one.from() / 1000 + "-" + one.to() / 1000 + " "
                        + one.use().label() + (one.cause() == null ? "" : " " + one.cause()))
                .toList();
    }
}
