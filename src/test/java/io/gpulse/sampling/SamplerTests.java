package io.gpulse.sampling;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SamplerTests {

    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);

    @Test
    void takesOneRoundPerInterval() {
        Stage stage = Stage.of(this.machine).begin().await(ofHours(1));

        assertThat(stage.seen).hasSize(3601);
        assertThat(this.machine.requested).hasSize(2 * 3601);
        assertThat(this.machine.opened).isEqualTo(1);
    }

    @Test
    void sequencesCountUpByOneFromTheStart() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(3));

        List<Long> sequences = stage.seen.stream().map(Snapshot::sequence).toList();
        long first = sequences.get(0);
        assertThat(first).isEqualTo(stage.seen.get(0).takenAt().toEpochMilli());
        assertThat(sequences).containsExactly(first, first + 1, first + 2, first + 3);
    }

    @Test
    void subscribersShareOneRoundAndLateOnesGetTheLatest() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(5));
        List<Snapshot> late = new ArrayList<>();

        stage.sampler.snapshots().subscribe(late::add);
        stage.await(ofSeconds(1));

        assertThat(late).containsExactly(stage.seen.get(5), stage.seen.get(6));
        assertThat(this.machine.requested).hasSize(2 * 7);
    }

    @Test
    void slowRowsAreReadEveryTenSeconds() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(25));

        long slow = this.machine.requested.stream()
                .filter((due) -> due.contains(Cadence.SLOW))
                .count();
        assertThat(slow).isEqualTo(2 * 3);
        assertThat(this.machine.requested.stream().filter((due) -> due.contains(Cadence.ONCE)))
                .hasSize(2);
        assertThat(stage.gpu(0).readings().number(Metric.POWER_LIMIT)).hasValue(50);
        assertThat(stage.gpu(0).slowSampledAt()).isEqualTo(stage.seen.get(20).takenAt());
        assertThat(stage.gpu(0).sampledAt()).isEqualTo(stage.last().takenAt());
    }

    @Test
    void stoppingCompletesTheStreamAndReleasesTheDriver() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(1));

        stage.sampler.stop();

        assertThat(stage.completed).isTrue();
        assertThat(this.machine.closed).isEqualTo(1);
    }

    @Test
    void stoppingDuringARoundFailsNoSubscriber() {
        Stage stage = Stage.of(this.machine);
        Thread stopping = new Thread(stage.sampler::stop);
        stage.sampler.snapshots().skip(1).take(1).subscribe((second) -> {
            stopping.start();
            Wait.until(() -> isWaiting(stopping));
        });

        stage.begin().await(ofSeconds(1));

        assertThat(stage.completed).isTrue();
        assertThat(stage.failure).isNull();
    }

    /** Waits until the session is about to be closed, which is the last step of stopping. */
    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    void aGpuIsBusySinceItsFirstSample() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(30));

        assertThat(stage.gpu(0).activity().busySince())
                .isEqualTo(stage.seen.get(0).takenAt());
        assertThat(stage.gpu(0).activity().idleSince()).isNull();
    }

    @Test
    void activityIsUnknownWhileAGpuDoesNotAnswer() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(30));
        stage.release("gpu-1").await(ofSeconds(1));

        assertThat(stage.gpu(1).activity().busySince()).isEqualTo(stage.last().takenAt());
        assertThat(stage.gpu(0).activity().busySince())
                .isEqualTo(stage.seen.get(0).takenAt());
    }

    @Test
    void theStatusCountsRounds() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(9));

        SamplerStatus status = stage.sampler.status();

        assertThat(status.rounds()).isEqualTo(10);
        assertThat(status.median()).isZero();
        assertThat(status.p99()).isEqualTo(ofMillis(800));
        assertThat(Set.of("auto")).contains(status.mode());
    }
}
