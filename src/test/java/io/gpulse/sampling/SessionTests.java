package io.gpulse.sampling;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.SourceKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** GPUs and drivers that go away, and come back. */
class SessionTests {

    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);

    @Test
    void aLostGpuIsNotReadAgainAndTheOthersAre() {
        Stage stage = Stage.of(this.machine).begin();

        this.machine.returns(1, Verdict.LOST);
        stage.await(ofMinutes(5));

        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.LOST);
        assertThat(stage.gpu(1).condition().since())
                .isBefore(stage.last().takenAt().minusSeconds(290));
        assertThat(stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(this.machine.requested).hasSize(301 + 2);
        assertThat(this.machine.opened).isEqualTo(1);
    }

    @Test
    void theSessionIsRenewedWhenALostGpuIsBackOnTheBus() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.returns(1, Verdict.LOST);
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
        this.machine.returns(1, Verdict.LOST);
        this.machine.backOnTheBus.add("NVML-1");

        stage.await(ofMinutes(9));
        int early = this.machine.opened;
        stage.await(ofMinutes(3));

        assertThat(early).isEqualTo(2);
        assertThat(this.machine.opened).isEqualTo(3);
    }

    @Test
    void aGpuThatNeedsAResetIsReadEveryTenSeconds() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.returns(1, Verdict.RESET_REQUIRED);
        stage.await(ofSeconds(5));
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.RESET_REQUIRED);

        this.machine.verdicts.clear();
        stage.await(ofSeconds(10));

        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
        assertThat(this.machine.opened).isEqualTo(1);
    }

    @Test
    void aDriverThatDisappearsLeavesItsGpusListedWithTheReason() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.allReturn(Verdict.SESSION_OVER);
        this.machine.unavailable = "The NVIDIA driver is not loaded (NVML code 9).";

        stage.await(ofSeconds(10));

        assertThat(stage.last().source().kind()).isEqualTo(SourceKind.NVML);
        assertThat(stage.last().source().reason()).isEqualTo("The NVIDIA driver is not loaded (NVML code 9).");
        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.ERROR);
        assertThat(stage.gpu(0).condition().detail()).contains("not loaded");
        assertThat(stage.gpu(0).identity().uuid()).isEqualTo("NVML-0");
    }

    @Test
    void aDriverThatHangsWhenReopenedLeavesItsGpusListedToo() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.allReturn(Verdict.SESSION_OVER);
        stage.hold("driver").await(ofSeconds(20));

        assertThat(stage.last().source().kind()).isEqualTo(SourceKind.NVML);
        assertThat(stage.last().source().reason()).contains("has not returned");
        assertThat(stage.last().gpus()).hasSize(2);
    }

    @Test
    void aMissingDriverIsSearchedForAtGrowingIntervals() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.allReturn(Verdict.SESSION_OVER);
        this.machine.unavailable = "gone";

        stage.await(ofMinutes(10));

        assertThat(this.machine.opened).isBetween(13, 17);
        assertThat(this.machine.closed).isEqualTo(1);
    }

    @Test
    void eightGpusThatLoseTheDriverLoseItOnce() {
        SamplerMachine eight = new SamplerMachine(SourceKind.NVML, 8);
        Stage stage = Stage.of(eight).begin();
        eight.allReturn(Verdict.SESSION_OVER);
        stage.await(ofSeconds(1));

        eight.verdicts.clear();
        stage.await(ofSeconds(2));

        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.OK);
    }

    @Test
    void everySessionIsReleasedOnceNoCallIsInProgress() {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(2));
        this.machine.returns(0, Verdict.SESSION_OVER);
        stage.await(ofSeconds(20));
        this.machine.verdicts.clear();

        stage.release("gpu-1").await(ofSeconds(60));
        stage.sampler.stop();

        assertThat(this.machine.opened).isGreaterThan(2);
        assertThat(this.machine.closed).isEqualTo(this.machine.opened);
    }

    @Test
    void aDriverThatReturnsIsUsedAgain() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.allReturn(Verdict.SESSION_OVER);
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

        this.machine.allReturn(Verdict.UNKNOWN);
        stage.await(ofSeconds(2));
        assertThat(this.machine.opened).isEqualTo(1);
        stage.await(ofSeconds(3));

        assertThat(this.machine.opened).isEqualTo(2);
    }

    @Test
    void unknownErrorsOfOneGpuAreNotAFailureOfTheDriver() {
        Stage stage = Stage.of(this.machine).begin();

        this.machine.returns(1, Verdict.UNKNOWN);
        stage.await(ofMinutes(1));

        assertThat(this.machine.opened).isEqualTo(1);
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.ERROR);
        assertThat(stage.gpu(0).state()).isEqualTo(GpuState.OK);
    }

    @Test
    void aGpuThatIsNoLongerListedStaysAsLost() {
        SamplerMachine three = new SamplerMachine(SourceKind.NVML, 3);
        Stage stage = Stage.of(three).begin();
        three.allReturn(Verdict.SESSION_OVER);
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
    void aGpuThatWasNeverIdentifiedDoesNotHideAnotherThatVanishes() {
        SamplerMachine four = new SamplerMachine(SourceKind.NVML, 4);
        four.refused.add("NVML-3");
        Stage stage = Stage.of(four).begin();
        four.allReturn(Verdict.SESSION_OVER);
        stage.await(ofSeconds(1));

        four.verdicts.clear();
        four.uuids.remove("NVML-1");
        stage.await(ofSeconds(10));

        assertThat(stage.last().gpus()).extracting(GpuSample::uuid).containsExactly("NVML-0", "NVML-2", null, "NVML-1");
        assertThat(stage.last().gpus())
                .extracting(GpuSample::state)
                .containsExactly(GpuState.OK, GpuState.OK, GpuState.ERROR, GpuState.LOST);
    }

    @Test
    void withoutADriverTheReasonIsReportedUntilTheDriverAppears() {
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
        SamplerMachine demo = new SamplerMachine(SourceKind.DEMO, 4);
        this.machine.unavailable = "no driver";
        Stage stage = new Stage(new Sources("auto", List.of(this.machine), demo)).begin();
        assertThat(stage.last().source().simulated()).isTrue();
        assertThat(stage.last().gpus()).hasSize(4);
        assertThat(stage.sampler.monitoredGpus()).containsExactlyInAnyOrder(0, 1, 2, 3);

        this.machine.unavailable = null;
        stage.await(ofSeconds(12));

        assertThat(stage.last().source().simulated()).isFalse();
        assertThat(stage.last().gpus())
                .extracting((gpu) -> gpu.identity().uuid())
                .containsExactly("NVML-0", "NVML-1");
        assertThat(stage.sampler.monitoredGpus()).isEmpty();
        assertThat(demo.opened).isEqualTo(1);
    }

    /** The result of the first GPU ends the session after its round, while reads of the others begin. */
    @Test
    void aSessionIsNotClosedDuringReadsThatBeganWhenItEnded() {
        SamplerMachine three = new SamplerMachine(SourceKind.NVML, 3);
        Stage stage = Stage.of(three).begin().await(ofSeconds(5));
        stage.slow("gpu-0", ofMillis(900)).slow("gpu-1", ofSeconds(4)).slow("gpu-2", ofSeconds(4));
        stage.await(ofSeconds(1)).slow("gpu-0", ofSeconds(4));
        three.returns(0, Verdict.SESSION_OVER);
        stage.await(ofSeconds(3));
        three.verdicts.clear();
        stage.await(ofMinutes(1));

        assertThat(three.opened).isGreaterThan(1);
        assertThat(three.opened - three.closed).isOne();
        assertThat(three.readsAfterClose).isZero();
    }
}
