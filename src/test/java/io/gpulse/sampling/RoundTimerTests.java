package io.gpulse.sampling;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.testing.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A timer of the rounds that stops silently. */
class RoundTimerTests {

    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);

    @Test
    void aTimerThatDiedIsCreatedAgainAfterTenIntervalsAndCounted() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(5));
        stage.killTimer().await(ofSeconds(9));
        assertThat(stage.seen).hasSize(6);
        assertThat(stage.sampler.status().restarts()).isZero();

        stage.await(ofSeconds(10));

        assertThat(stage.sampler.status().restarts()).isEqualTo(1);
        assertThat(stage.seen).hasSizeBetween(6 + 8, 6 + 10);
    }

    @Test
    void roundsContinueWithTheSameSessionAndTheNextSequence() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(5)).killTimer();

        stage.await(ofSeconds(60));

        assertThat(this.machine.opened).isEqualTo(1);
        assertThat(stage.seen.get(6).sequence()).isEqualTo(stage.seen.get(5).sequence() + 1);
        assertThat(Duration.ofNanos(
                        stage.seen.get(6).nanos() - stage.seen.get(5).nanos()))
                .isEqualTo(Duration.between(
                        stage.seen.get(5).takenAt(), stage.seen.get(6).takenAt()))
                .isGreaterThan(ofSeconds(9));
        assertThat(stage.completed).isFalse();
        assertThat(stage.failure).isNull();
    }

    @Test
    void everyTimerThatDiesIsReplaced() {
        Stage stage = Stage.of(this.machine).begin();

        for (int times = 0; times < 5; times++) {
            stage.killTimer().await(ofMinutes(1));
        }

        assertThat(stage.sampler.status().restarts()).isEqualTo(5);
        assertThat(stage.seen).hasSizeGreaterThan(5 * 45);
    }

    @Test
    void aTimerThatWorksIsLeftAlone() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").hold("host").await(ofHours(1));

        assertThat(stage.sampler.status().restarts()).isZero();
        assertThat(stage.seen).hasSize(3601);
    }

    @Test
    void aTimerIsCreatedAgainWhileACallOfTheDriverHangs() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(20));
        int before = stage.seen.size();

        stage.killTimer().await(ofSeconds(30));

        assertThat(stage.sampler.status().restarts()).isEqualTo(1);
        assertThat(stage.seen).hasSizeGreaterThan(before + 15);
        assertThat(stage.waitingOn("gpu-1")).isEqualTo(1);
    }

    @Test
    void aReaderThatFailsWithAnErrorCostsNoRound() {
        Stage stage = Stage.of(this.machine);
        List<Snapshot> others = new ArrayList<>();
        stage.sampler.snapshots().subscribe((snapshot) -> {
            throw new LinkageError("thrown by the test");
        });
        stage.sampler.snapshots().subscribe(others::add);

        stage.begin().await(ofSeconds(5));

        assertThat(stage.seen).hasSize(6);
        assertThat(others).hasSize(6);
        assertThat(stage.sampler.status().restarts()).isZero();
    }

    @Test
    void theSamplerStopsAfterItsTimerWasCreatedAgain() {
        Stage stage = Stage.of(this.machine).begin().killTimer().await(ofSeconds(30));

        stage.sampler.stop();

        assertThat(stage.completed).isTrue();
        assertThat(this.machine.closed).isEqualTo(1);
    }

    @Test
    void theSamplerStopsWhileItsTimerIsDead() {
        Stage stage = Stage.of(this.machine).begin().killTimer();
        Thread stopping = new Thread(stage.sampler::stop, "stopping");
        stopping.setDaemon(true);

        stopping.start();

        Wait.until(() -> {
            stage.await(ofSeconds(1));
            return !stopping.isAlive();
        });
    }
}
