package io.gpulse.sampling;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.Look.Verdict;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.sampling.SourceSelector.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SamplerTests {

    private final Machine machine = new Machine(SourceKind.NVML, 2);

    @Test
    void looksAtTheGpusOncePerInterval() {
        Stage stage = Stage.of(this.machine).begin().await(ofHours(1));

        assertThat(stage.seen).hasSize(3601);
        assertThat(this.machine.asked).hasSize(2 * 3601);
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
    void readersShareOneLookAndLateOnesGetTheLatest() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(5));
        List<Snapshot> late = new ArrayList<>();

        stage.sampler.snapshots().subscribe(late::add);
        stage.await(ofSeconds(1));

        assertThat(late).containsExactly(stage.seen.get(5), stage.seen.get(6));
        assertThat(this.machine.asked).hasSize(2 * 7);
    }

    @Test
    void whatChangesSlowlyIsAskedEveryTenSeconds() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(25));

        long slow = this.machine.asked.stream()
                .filter((due) -> due.contains(Cadence.SLOW))
                .count();
        assertThat(slow).isEqualTo(2 * 3);
        assertThat(this.machine.asked.stream().filter((due) -> due.contains(Cadence.ONCE)))
                .hasSize(2);
        assertThat(stage.gpu(0).readings().number(Metric.POWER_LIMIT)).hasValue(50);
        assertThat(stage.gpu(0).slowSampledAt()).isEqualTo(stage.seen.get(20).takenAt());
        assertThat(stage.gpu(0).sampledAt()).isEqualTo(stage.last().takenAt());
    }

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
    void aRoundThatIsMissedIsTimedOutAndNotOldNews() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofMillis(1800));

        GpuSample late = stage.gpu(1);
        assertThat(late.state()).isEqualTo(GpuState.OK);
        assertThat(late.readings().of(Metric.POWER_DRAW)).contains(Reading.absent(Reason.TIMED_OUT));
        assertThat(late.sampledAt()).isEqualTo(stage.seen.get(0).takenAt());
        assertThat(late.readings().number(Metric.POWER_LIMIT)).hasValue(50);
        assertThat(stage.gpu(0).readings().number(Metric.POWER_DRAW)).hasValue(50);
    }

    @Test
    void aBusyLaneDelaysNobodyInTheRoundsAfter() {
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
        assertThat(stuck.condition().detail()).contains("nvmlDeviceGetPowerUsage", "has not returned");
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
    }

    @Test
    void whenEveryLaneHangsRoundsGoOn() {
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
    void aLostGpuIsNotAskedAgainAndTheOthersGoOn() {
        Stage stage = Stage.of(this.machine).begin();

        this.machine.says(1, Verdict.LOST);
        stage.await(ofMinutes(5));

        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.LOST);
        assertThat(stage.gpu(1).condition().since())
                .isBefore(stage.last().takenAt().minusSeconds(290));
        assertThat(stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(this.machine.asked).hasSize(301 + 2);
        assertThat(this.machine.opened).isEqualTo(1);
    }

    @Test
    void theSessionIsRenewedWhenALostGpuIsBackOnTheBus() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.says(1, Verdict.LOST);
        stage.await(ofSeconds(60));

        this.machine.verdicts.clear();
        this.machine.backOnTheBus.add("NVML-1");
        stage.await(ofSeconds(15));

        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
        assertThat(stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(this.machine.opened).isEqualTo(2);
        assertThat(this.machine.closed).isEqualTo(1);
    }

    @Test
    void theSessionIsRenewedForLostGpusAtMostOnceInTenMinutes() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.says(1, Verdict.LOST);
        this.machine.backOnTheBus.add("NVML-1");

        stage.await(ofMinutes(9));
        int early = this.machine.opened;
        stage.await(ofMinutes(3));

        assertThat(early).isEqualTo(2);
        assertThat(this.machine.opened).isEqualTo(3);
    }

    @Test
    void aGpuThatWantsAResetIsAskedEveryTenSeconds() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.says(1, Verdict.RESET_REQUIRED);
        stage.await(ofSeconds(5));
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.RESET_REQUIRED);

        this.machine.verdicts.clear();
        stage.await(ofSeconds(10));

        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
        assertThat(this.machine.opened).isEqualTo(1);
    }

    @Test
    void aDriverThatGoesAwayLeavesItsGpusInSightWithTheReason() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.allSay(Verdict.SESSION_OVER);
        this.machine.unavailable = "The NVIDIA driver is not loaded (NVML code 9).";

        stage.await(ofSeconds(10));

        assertThat(stage.last().source().kind()).isEqualTo(SourceKind.NVML);
        assertThat(stage.last().source().reason()).isEqualTo("The NVIDIA driver is not loaded (NVML code 9).");
        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.ERROR);
        assertThat(stage.gpu(0).condition().detail()).contains("not loaded");
        assertThat(stage.gpu(0).identity().uuid()).isEqualTo("NVML-0");
    }

    @Test
    void aDriverThatIsGoneIsLookedForEverMoreRarely() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.allSay(Verdict.SESSION_OVER);
        this.machine.unavailable = "gone";

        stage.await(ofMinutes(10));

        assertThat(this.machine.opened).isBetween(13, 17);
        assertThat(this.machine.closed).isEqualTo(1);
    }

    @Test
    void aDriverThatReturnsIsTakenUpAgain() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.allSay(Verdict.SESSION_OVER);
        this.machine.unavailable = "gone";
        stage.await(ofSeconds(20));

        this.machine.verdicts.clear();
        this.machine.unavailable = null;
        stage.await(ofSeconds(60));

        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.OK);
        assertThat(stage.last().source().reason()).isNull();
    }

    @Test
    void threeRoundsOfUnknownErrorsEndTheSession() {
        Stage stage = Stage.of(this.machine).begin();

        this.machine.allSay(Verdict.UNKNOWN);
        stage.await(ofSeconds(2));
        assertThat(this.machine.opened).isEqualTo(1);
        stage.await(ofSeconds(3));

        assertThat(this.machine.opened).isEqualTo(2);
    }

    @Test
    void oneGpuThatKnowsNoBetterIsNotTheDriversTrouble() {
        Stage stage = Stage.of(this.machine).begin();

        this.machine.says(1, Verdict.UNKNOWN);
        stage.await(ofMinutes(1));

        assertThat(this.machine.opened).isEqualTo(1);
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.ERROR);
        assertThat(stage.gpu(0).state()).isEqualTo(GpuState.OK);
    }

    @Test
    void theDriverIsNotLetGoWhileACallIsInsideOfIt() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(2));
        this.machine.says(0, Verdict.SESSION_OVER);

        stage.await(ofSeconds(10));
        stage.sampler.stop();

        assertThat(this.machine.opened).isGreaterThan(1);
        assertThat(this.machine.closed).isZero();
    }

    @Test
    void aGpuThatIsNoLongerListedStaysInSightAsLost() {
        Machine three = new Machine(SourceKind.NVML, 3);
        Stage stage = Stage.of(three).begin();
        three.allSay(Verdict.SESSION_OVER);
        stage.await(ofSeconds(1));

        three.verdicts.clear();
        three.uuids.remove("NVML-1");
        stage.await(ofSeconds(10));

        assertThat(stage.last().gpus())
                .extracting((gpu) -> gpu.identity().uuid())
                .containsExactly("NVML-0", "NVML-2", "NVML-1");
        assertThat(stage.last().gpus()).extracting(GpuSample::index).containsExactly(0, 1, 2);
        assertThat(stage.gpu(2).state()).isEqualTo(GpuState.LOST);
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
    }

    @Test
    void withoutADriverTheReasonIsSaidAndTheDriverIsFoundWhenItComes() {
        this.machine.unavailable = "The NVIDIA driver is not installed: libnvidia-ml.so.1 was not found.";
        Stage stage = Stage.of(this.machine).begin();
        assertThat(stage.last().source().kind()).isEqualTo(SourceKind.NONE);
        assertThat(stage.last().source().reason()).contains("not installed");
        assertThat(stage.last().gpus()).isEmpty();
        assertThat(stage.last().host()).isNotNull();

        this.machine.unavailable = null;
        stage.await(ofSeconds(11));

        assertThat(stage.last().source().kind()).isEqualTo(SourceKind.NVML);
        assertThat(stage.last().gpus()).hasSize(2);
    }

    @Test
    void theDemoGivesWayToARealDriver() {
        Machine demo = new Machine(SourceKind.DEMO, 4);
        this.machine.unavailable = "no driver";
        Stage stage = new Stage(new Sources("auto", List.of(this.machine), demo)).begin();
        assertThat(stage.last().source().simulated()).isTrue();
        assertThat(stage.last().gpus()).hasSize(4);

        this.machine.unavailable = null;
        stage.await(ofSeconds(12));

        assertThat(stage.last().source().simulated()).isFalse();
        assertThat(stage.last().gpus())
                .extracting((gpu) -> gpu.identity().uuid())
                .containsExactly("NVML-0", "NVML-1");
        assertThat(demo.opened).isEqualTo(1);
    }

    @Test
    void aDriverThatHangsWhenItIsOpenedIsNamedAndTheHostIsSeen() {
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
    void aLookThatFailsInOurOwnCodeEndsNeitherTheStreamNorTheLane() {
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

    @Test
    void stoppingEndsTheStreamAndLetsGoOfTheDriver() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(1));

        stage.sampler.stop();

        assertThat(stage.completed).isTrue();
        assertThat(this.machine.closed).isEqualTo(1);
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
