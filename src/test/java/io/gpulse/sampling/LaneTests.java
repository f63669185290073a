package io.gpulse.sampling;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that are late, or never return. */
class LaneTests {

    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);

    @Test
    void theFirstSnapshotDoesNotWaitForAGpuThatWakesUp() {
        Stage stage = Stage.of(this.machine).hold("gpu-1").begin().await(ofMillis(800));

        assertThat(stage.seen).hasSize(1);
        assertThat(stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.ATTACHING);
        assertThat(stage.gpu(1).identity()).isNull();
        assertThat(stage.gpu(1).readings().isEmpty()).isTrue();
    }

    @Test
    void slowRoundsDoNotWaitForItUntilTheirDeadlineEither() {
        Stage stage = new Stage(
                new Sources("auto", List.of(this.machine), null),
                () -> new HostSample("test", Readings.NONE),
                ofSeconds(60));

        stage.hold("gpu-1").begin().await(ofSeconds(1));

        assertThat(stage.seen).hasSize(1);
        assertThat(stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.ATTACHING);
    }

    @Test
    void aMissedRoundIsTimedOutInsteadOfOutdated() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofMillis(1800));

        GpuSample late = stage.gpu(1);
        assertThat(late.state()).isEqualTo(GpuState.OK);
        assertThat(late.readings().of(Metric.POWER_DRAW)).contains(Reading.absent(Reason.TIMED_OUT));
        assertThat(late.sampledAt()).isEqualTo(stage.seen.get(0).takenAt());
        assertThat(late.readings().number(Metric.POWER_LIMIT)).hasValue(50);
        assertThat(stage.gpu(0).readings().number(Metric.POWER_DRAW)).hasValue(50);
    }

    @Test
    void aBusyLaneDelaysNoOtherInTheNextRounds() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(2));

        Snapshot third = stage.seen.get(2);
        assertThat(third.took()).isZero();
        assertThat(third.gpus().get(1).readings().of(Metric.POWER_DRAW)).contains(Reading.absent(Reason.TIMED_OUT));
    }

    @Test
    void aCallThatDoesNotReturnMakesTheGpuStuckAndNamesTheCall() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(7));

        GpuSample stuck = stage.gpu(1);
        assertThat(stuck.state()).isEqualTo(GpuState.STUCK);
        assertThat(stuck.condition().detail()).isEqualTo("nvmlDeviceGetPowerUsage has not returned.");
        Instant requested = stage.seen.get(1).takenAt();
        assertThat(stuck.condition().since()).isEqualTo(requested);
        assertThat(stuck.readings().isEmpty()).isTrue();
        assertThat(stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(stage.waitingOn("gpu-1")).isEqualTo(1);
        assertThat(stage.seen.stream().map((snapshot) -> snapshot.gpus().get(1).state()))
                .startsWith(GpuState.OK, GpuState.OK)
                .endsWith(GpuState.STUCK);
    }

    @Test
    void aGpuThatComesBackResumesByItselfWithFreshValues() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(30));

        stage.release("gpu-1").await(ofSeconds(1));

        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
        assertThat(stage.gpu(1).sampledAt()).isEqualTo(stage.last().takenAt());
        assertThat(stage.gpu(1).readings().number(Metric.GPU_ARCHITECTURE)).hasValue(50);
    }

    @Test
    void theResultOfALateReadIsNotReplacedByTheNext() {
        Stage stage = Stage.of(this.machine).hold("gpu-1").begin().await(ofMillis(900));

        stage.release("gpu-1").await(ofMillis(100));

        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
        assertThat(stage.gpu(1).readings().number(Metric.GPU_ARCHITECTURE)).hasValue(50);
        assertThat(stage.gpu(1).readings().number(Metric.POWER_LIMIT)).hasValue(50);
    }

    @Test
    void aGpuThatIsAlwaysLateIsShownWithTheTimeOfItsSample() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofMillis(1900));
        stage.release("gpu-1").hold("gpu-1");

        stage.await(ofMillis(900));

        GpuSample late = stage.gpu(1);
        assertThat(late.readings().number(Metric.POWER_DRAW)).hasValue(50);
        assertThat(late.sampledAt()).isEqualTo(stage.seen.get(1).takenAt());
        assertThat(stage.last().takenAt()).isEqualTo(stage.seen.get(2).takenAt());
    }

    @Test
    void roundsContinueWhenEveryLaneHangs() {
        Stage stage = Stage.of(this.machine)
                .begin()
                .hold("gpu-0")
                .hold("gpu-1")
                .hold("host")
                .hold("driver")
                .await(ofMinutes(1));

        assertThat(stage.seen).hasSize(61);
        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.STUCK);
    }

    @Test
    void theDriverIsNotReleasedDuringACall() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(2));
        this.machine.returns(0, Verdict.SESSION_OVER);

        stage.await(ofSeconds(10));
        stage.sampler.stop();

        assertThat(this.machine.opened).isGreaterThan(1);
        assertThat(this.machine.closed).isZero();
    }

    @Test
    void aCallThatHangsDuringTheOpeningIsNamedAndTheHostIsRead() {
        Stage stage = Stage.of(this.machine).hold("driver").begin().await(ofSeconds(8));

        assertThat(stage.seen).hasSizeGreaterThan(5);
        assertThat(stage.last().source().reason()).contains("has not returned");
        assertThat(stage.last().host()).isNotNull();

        stage.release("driver").await(ofSeconds(2));

        assertThat(stage.last().gpus()).hasSize(2);
    }

    @Test
    void aHostThatHangsIsTimedOut() {
        Stage stage = Stage.of(this.machine).begin().hold("host").await(ofSeconds(2));

        HostSample host = stage.last().host();
        assertThat(host.hostname()).isEqualTo("test");
        assertThat(host.readings().of(Metric.HOST_MEMORY_USED)).contains(Reading.absent(Reason.TIMED_OUT));
    }

    @Test
    void aReadThatFailsInOurOwnCodeEndsNeitherTheStreamNorTheLane() {
        List<Integer> looks = new ArrayList<>();
        Stage stage = new Stage(new Sources("auto", List.of(this.machine), null), () -> {
            looks.add(looks.size());
            throw new IllegalStateException("a mistake of ours");
        });

        stage.begin().await(ofSeconds(3));

        assertThat(stage.seen).hasSize(4);
        assertThat(looks).hasSize(4);
        assertThat(stage.last().host()).isNull();
    }
}
