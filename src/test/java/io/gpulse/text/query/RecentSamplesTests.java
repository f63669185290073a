package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.Rounds;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

class RecentSamplesTests {

    private final Rounds rounds = new Rounds(Flux.never());
    private final RecentSamples trail = new RecentSamples(this.rounds);

    @Test
    void samplesOfAMinuteAreKept() {
        for (int second = 0; second <= 100; second++) {
            take(second, new Reading.Quantity(second));
        }

        assertThat(figures()).hasValue(new RecentSamples.Figures(Duration.ofMinutes(1), 61, 100, 40, 70));
    }

    @Test
    void absentValueIsNotASample() {
        take(0, new Reading.Quantity(10));
        take(1, Reading.absent(Reason.TIMED_OUT));
        take(2, new Reading.Quantity(30));

        assertThat(figures()).hasValue(new RecentSamples.Figures(Duration.ofSeconds(2), 2, 30, 10, 20));
    }

    @Test
    void lostGpuRestartsItsSamples() {
        take(0, new Reading.Quantity(10));
        this.rounds.add(Snapshots.of(1, Snapshots.NVML, List.of(Snapshots.troubled(0, GpuState.LOST, "gone"))));
        take(2, new Reading.Quantity(30));

        assertThat(figures()).hasValue(new RecentSamples.Figures(Duration.ZERO, 1, 30, 30, 30));
    }

    @Test
    void clockThatIsSetBackRestartsTheRecord() {
        take(50, new Reading.Quantity(10));
        take(10, new Reading.Quantity(30));

        assertThat(figures()).hasValue(new RecentSamples.Figures(Duration.ZERO, 1, 30, 30, 30));
    }

    @Test
    void roundWithoutAResponseIsNotCountedTwice() {
        take(0, new Reading.Quantity(10));
        take(0, new Reading.Quantity(10));

        assertThat(figures().map(RecentSamples.Figures::count)).hasValue(1);
    }

    @Test
    void unsampledGpuHasNoPeak() {
        assertThat(figures()).isEmpty();
        take(0, Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(figures()).isEmpty();
        assertThat(this.trail.of(Snapshots.gpu(0), Metric.FAN_SPEED)).isEmpty();
    }

    private void take(int second, Reading utilization) {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.UTILIZATION_GPU, utilization);
        GpuSample gpu = Snapshots.gpu(0, readings);
        Snapshot empty = Snapshots.of(second, Snapshots.NVML, List.of());
        GpuSample sampled =
                new GpuSample(0, gpu.identity(), gpu.condition(), empty.takenAt(), empty.takenAt(), gpu.readings());
        this.rounds.add(Snapshots.of(second, Snapshots.NVML, List.of(sampled)));
    }

    private Optional<RecentSamples.Figures> figures() {
        return this.trail.of(Snapshots.gpu(0), Metric.UTILIZATION_GPU);
    }
}
