package io.gpulse.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.rounds.Rounds;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

class RecentUtilizationTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofMinutes(FreeQuery.LONGEST_WINDOW_MINUTES);

    private final Rounds rounds = new Rounds(Flux.never());
    private final RecentUtilization use = new RecentUtilization(this.rounds);

    @Test
    void gpuWithoutSamplesHasNoPeak() {
        assertThat(this.use.over(MINUTE).of(Snapshots.gpu(0))).isEmpty();
    }

    @Test
    void reportedWindowIsAtMostTheSampledSpan() {
        takes(0, working(10));
        takes(4, working(30));

        assertThat(this.use.over(MINUTE).of(Snapshots.gpu(0)))
                .contains(new RecentUtilization.Peak(30, Duration.ofSeconds(4), false));
        assertThat(this.use.over(Duration.ofSeconds(2)).of(Snapshots.gpu(0)))
                .contains(new RecentUtilization.Peak(30, Duration.ofSeconds(2), false));
    }

    @Test
    void utilizationBeforeTheWindowDoesNotCount() {
        for (int second = 0; second <= 100; second++) {
            takes(second, working(second <= 40 ? 90 : second <= 70 ? 50 : 3));
        }

        assertThat(most(Duration.ofSeconds(29))).isEqualTo(3);
        assertThat(most(Duration.ofSeconds(30))).isEqualTo(50);
        assertThat(most(Duration.ofSeconds(59))).isEqualTo(50);
        assertThat(most(MINUTE)).isEqualTo(90);
        assertThat(most(Duration.ZERO)).isEqualTo(3);
    }

    @Test
    void maximumOfARoundCountsWhereTheDriverReportsIt() {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(0));
        readings.put(Metric.UTILIZATION_GPU_MAX, new Reading.Quantity(88));

        takes(0, Snapshots.gpu(0, readings));

        assertThat(most(MINUTE)).isEqualTo(88);
    }

    @Test
    void tenMinutesAreKept() {
        takes(0, working(99));
        for (int second = 1; second <= 601; second++) {
            takes(second, working(1));
        }

        assertThat(this.use.over(LONGEST).of(Snapshots.gpu(0))).contains(new RecentUtilization.Peak(1, LONGEST, false));
    }

    @Test
    void returningGpuStartsANewWindow() {
        for (GpuState state : List.of(GpuState.STUCK, GpuState.LOST, GpuState.ERROR, GpuState.RESET_REQUIRED)) {
            takes(0, working(90));
            takes(1, Snapshots.troubled(0, state, "gone"));
            assertThat(this.use.over(MINUTE).of(Snapshots.gpu(0))).isEmpty();

            takes(2, working(0));
            takes(3, working(0));

            assertThat(this.use.over(MINUTE).of(Snapshots.gpu(0)))
                    .contains(new RecentUtilization.Peak(0, Duration.ofSeconds(1), true));
        }
    }

    @Test
    void gpuThatDisappearedForSomeTimeStartsANewWindow() {
        takes(0, working(90));
        takes(20, working(0));

        assertThat(this.use.over(MINUTE).of(Snapshots.gpu(0)))
                .contains(new RecentUtilization.Peak(0, Duration.ZERO, true));
    }

    @Test
    void gpuThatIsMissingInARoundKeepsItsWindow() {
        takes(0, working(90));
        takes(1);
        takes(2, working(0));

        assertThat(this.use.over(MINUTE).of(Snapshots.gpu(0)))
                .contains(new RecentUtilization.Peak(90, Duration.ofSeconds(2), false));
    }

    @Test
    void roundWithoutAValueIsNotAGap() {
        takes(0, working(7));
        takes(1, Snapshots.gpu(0, Map.of(Metric.UTILIZATION_GPU, Reading.absent(Reason.TIMED_OUT))));
        takes(2, working(0));

        assertThat(this.use.over(MINUTE).of(Snapshots.gpu(0)))
                .contains(new RecentUtilization.Peak(7, Duration.ofSeconds(2), false));
    }

    @Test
    void attachingGpuKeepsItsWindow() {
        takes(0, Snapshots.troubled(0, GpuState.ATTACHING, ""));
        takes(9, working(2));

        assertThat(this.use.over(MINUTE).of(Snapshots.gpu(0)))
                .contains(new RecentUtilization.Peak(2, Duration.ZERO, false));
    }

    @Test
    void clockThatIsSetKeepsTheWindow() {
        for (String clock : List.of("2026-11-20T10:00:00Z", "2038-01-19T03:14:08Z", "1970-01-01T00:00:00Z")) {
            takes(Snapshots.at(Instant.parse(clock), Snapshots.of(0, Snapshots.NVML, List.of(working(90)))));
            takes(1, working(1));

            assertThat(this.use.over(MINUTE).of(Snapshots.gpu(0)))
                    .contains(new RecentUtilization.Peak(90, Duration.ofSeconds(1), false));
        }
    }

    private double most(Duration window) {
        return this.use.over(window).of(Snapshots.gpu(0)).orElseThrow().most();
    }

    private void takes(int second, GpuSample... gpus) {
        takes(Snapshots.of(second, Snapshots.NVML, List.of(gpus)));
    }

    private void takes(Snapshot round) {
        this.rounds.add(round);
    }

    private static GpuSample working(double percent) {
        return Snapshots.gpu(0, Map.of(Metric.UTILIZATION_GPU, new Reading.Quantity(percent)));
    }
}
