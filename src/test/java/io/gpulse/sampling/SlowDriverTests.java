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
import io.gpulse.nvml.FakeBus;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions with a driver that takes seconds to initialise and to answer, as without persistence mode. */
@NeedsCompiler
class SlowDriverTests {

    private static final Duration INIT = ofMillis(1500);

    @TempDir
    Path directory;

    private FakeDriver driver;
    private FakeBus bus;
    private Stage stage;

    @BeforeEach
    void begin() {
        this.driver = FakeDriver.without(this.directory, "nvmlEventSetCreate");
        this.bus = FakeBus.of(this.directory, 2);
        NvmlSource source = NvmlSource.ofThisMachine(this.driver.library(), this.directory);
        this.stage = new Stage(new Sources("nvml", List.of(source), null)).slow("driver", INIT);
    }

    @AfterEach
    void everyCallFollowedTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {700, 1000, 1500, 2000, 3700, 5000})
    void isInitialisedOnce(int millis) {
        this.stage.slow("driver", ofMillis(millis)).begin().await(ofMinutes(1));

        assertThat(this.driver.calls("nvmlInit_v2")).isOne();
        assertThat(this.stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.OK);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1000, 2500, 3000})
    void listsAGpuThatIsAdded(int millisOfRead) {
        this.stage
                .slow("gpu-0", ofMillis(millisOfRead))
                .slow("owners", ofSeconds(2))
                .begin();
        this.stage.await(ofSeconds(25));

        this.driver.gpus(3);
        this.bus.add(2);
        this.stage.await(ofSeconds(40));

        assertThat(this.stage.last().gpus()).extracting(GpuSample::index).containsExactly(0, 1, 2);
        assertThat(this.driver.calls("nvmlInit_v2")).isEqualTo(2);
        assertThat(this.driver.calls("nvmlShutdown")).isEqualTo(1);
    }

    @Test
    void aGpuThatHangsPostponesTheRenewalUntilItsCallReturns() {
        this.stage.begin().await(ofSeconds(25)).hold("gpu-1");
        this.stage.await(ofSeconds(10));
        this.driver.gpus(3);
        this.bus.add(2);

        this.stage.await(ofMinutes(40));
        assertThat(this.driver.calls("nvmlInit_v2")).isOne();

        this.stage.release("gpu-1").await(ofSeconds(40));
        assertThat(this.stage.last().gpus()).extracting(GpuSample::index).containsExactly(0, 1, 2);
        assertThat(this.driver.calls("nvmlShutdown")).isOne();
    }

    @Test
    void aSessionIsClosedOnceItsOwnCallsHaveReturnedWhileTheNextOneIsRead() {
        SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
        Stage sessions = Stage.of(machine).begin().hold("gpu-1").await(ofSeconds(10));
        machine.returns(0, Verdict.SESSION_OVER);
        sessions.await(ofSeconds(2));
        machine.verdicts.clear();
        sessions.await(ofSeconds(20));
        assertThat(machine.closed).isZero();

        // Another lane is never idle, as that of events.
        sessions.slow("gpu-0", ofSeconds(30)).await(ofSeconds(2));
        sessions.release("gpu-1").await(ofSeconds(15));

        assertThat(machine.opened - machine.closed).isOne();
    }

    @Test
    void aSessionThatOpenedDuringTheLastRoundIsClosedAtTheEnd() {
        this.stage.slow("driver", ofMillis(900)).begin().await(ofMillis(950));

        this.stage.sampler.stop();

        assertThat(this.driver.calls("nvmlInit_v2")).isOne();
        this.stage.await(ofSeconds(5));
        assertThat(this.driver.calls("nvmlShutdown")).isOne();
    }

    @Test
    void lateValuesAreShownWithTheTimeOfTheirSampleAndTheCallIsNamed() {
        this.stage.slow("gpu-0", ofMillis(3400)).begin().await(ofSeconds(34));

        List<GpuSample> late = this.stage.seen.subList(19, 34).stream()
                .map((round) -> round.gpus().get(0))
                .toList();
        assertThat(late).extracting(GpuSample::state).containsOnly(GpuState.SLOW);
        assertThat(late)
                .allMatch((gpu) -> gpu.readings().number(Metric.POWER_DRAW).isPresent());
        assertThat(late.stream().map(GpuSample::sampledAt).distinct()).hasSize(4);
        assertThat(this.stage.gpu(0).condition().detail()).contains("a read of this GPU takes 3.4 s");
        assertThat(this.stage.gpu(1).state()).isEqualTo(GpuState.OK);
    }

    /** A read of several slow calls takes longer than the time after which one call is stuck. */
    @Test
    void aGpuWithSeveralSlowCallsIsSlowAndNotStuck() {
        SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
        Stage slow = Stage.of(machine).slow("gpu-1", ofMillis(5100));
        slow.every(ofSeconds(1), () -> machine.startedCalls++);
        slow.begin().await(ofSeconds(60));

        List<GpuSample> late = slow.seen.subList(30, 60).stream()
                .map((round) -> round.gpus().get(1))
                .toList();
        assertThat(late).extracting(GpuSample::state).containsOnly(GpuState.SLOW);
        assertThat(late)
                .allMatch((gpu) -> gpu.readings().number(Metric.POWER_DRAW).isPresent());
    }

    @Test
    void aGpuWhoseOneCallDoesNotReturnIsStuck() {
        SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
        Stage stuck = Stage.of(machine).begin().hold("gpu-1").await(ofSeconds(8));
        machine.startedCalls = 7;
        stuck.await(ofSeconds(3));
        assertThat(stuck.gpu(1).state()).isEqualTo(GpuState.STUCK);
    }

    /** The machine sleeps, or the process is stopped, during a call that takes long. */
    @Test
    void aPauseOfGpulseIsNoHangOfTheDriver() {
        SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
        Stage paused =
                Stage.of(machine).begin().await(ofSeconds(10)).hold("gpu-1").await(ofMillis(1900));
        paused.clock.advance(ofSeconds(60));

        paused.await(ofMillis(900));
        assertThat(paused.gpu(1).state()).isEqualTo(GpuState.OK);
        paused.release("gpu-1").await(ofSeconds(3));

        assertThat(paused.seen)
                .flatExtracting(Snapshot::gpus)
                .extracting("condition.state")
                .doesNotContain(GpuState.STUCK);
    }

    @Test
    void aGpuThatAnswersInTimeTenTimesIsOkAgain() {
        this.stage.slow("gpu-0", ofMillis(1200)).begin().await(ofSeconds(20));
        assertThat(this.stage.gpu(0).state()).isEqualTo(GpuState.SLOW);

        this.stage.slow("gpu-0", ofMillis(100)).await(ofSeconds(9));
        assertThat(this.stage.gpu(0).state()).isEqualTo(GpuState.SLOW);
        this.stage.await(ofSeconds(5));

        assertThat(this.stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(this.stage.gpu(0).condition().detail()).isNull();
    }

    @Test
    void oneLateReadIsNoReasonToReport() {
        this.stage.begin().await(ofSeconds(15)).slow("gpu-0", ofMillis(1700)).await(ofSeconds(1));
        this.stage.slow("gpu-0", ofMillis(1)).await(ofSeconds(20));

        assertThat(this.stage.seen)
                .flatExtracting(Snapshot::gpus)
                .extracting("condition.state")
                .contains(GpuState.OK)
                .doesNotContain(GpuState.SLOW);
    }

    @Test
    void valuesAreNotShownForLongerThanHalfAMinute() {
        SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
        Stage slow = Stage.of(machine).slow("gpu-1", ofMillis(1500)).every(ofSeconds(1), () -> machine.startedCalls++);
        slow.begin().await(ofSeconds(20)).slow("gpu-1", ofMinutes(2)).await(ofSeconds(25));
        assertThat(slow.gpu(1).state()).isEqualTo(GpuState.SLOW);
        assertThat(slow.gpu(1).readings().number(Metric.POWER_DRAW)).isPresent();

        slow.await(ofSeconds(20));

        assertThat(slow.gpu(1).state()).isEqualTo(GpuState.SLOW);
        assertThat(slow.gpu(1).readings().number(Metric.POWER_DRAW)).isEmpty();
    }

    @Test
    void isNotSlowBecauseTheIntervalIsShort() {
        SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 1);
        Stage fast = new Stage(
                        new Sources("auto", List.of(machine), null),
                        () -> new HostSample("test", Readings.NONE),
                        ofMillis(100))
                .slow("gpu-0", ofMillis(95))
                .begin()
                .await(ofSeconds(10));

        assertThat(fast.seen)
                .flatExtracting(Snapshot::gpus)
                .extracting("condition.state")
                .doesNotContain(GpuState.SLOW);
    }

    @Test
    void theNextSessionIsNotSlowBecauseTheLastWas() {
        this.stage.slow("gpu-0", ofMillis(1700)).begin().await(ofSeconds(20));
        assertThat(this.stage.gpu(0).state()).isEqualTo(GpuState.SLOW);

        this.stage.slow("gpu-0", ofMillis(1));
        this.driver.gpus(3);
        this.bus.add(2);
        this.stage.await(ofSeconds(14));

        assertThat(this.stage.last().gpus()).hasSize(3);
        assertThat(this.stage.gpu(0).state()).isEqualTo(GpuState.OK);
    }

    @Test
    void aHangThatOutlivesItsSessionIsStuckInTheNext() {
        SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
        Stage hung =
                Stage.of(machine).begin().await(ofSeconds(10)).hold("gpu-1").await(ofSeconds(2));
        machine.returns(0, Verdict.SESSION_OVER);
        hung.await(ofSeconds(2));
        machine.verdicts.clear();
        hung.await(ofSeconds(20));

        assertThat(machine.opened).isGreaterThan(1);
        assertThat(hung.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(hung.gpu(1).state()).isEqualTo(GpuState.STUCK);
    }

    @Test
    void aGpuIsAddedAlthoughReadsOfAnotherTakeLong() {
        SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
        Stage slow = Stage.of(machine).slow("gpu-1", ofSeconds(9)).every(ofSeconds(1), () -> machine.startedCalls++);
        slow.begin().await(ofSeconds(40));
        machine.returns(0, Verdict.LOST);
        slow.await(ofSeconds(2));
        machine.verdicts.clear();
        machine.backOnTheBus.add("NVML-0");
        slow.await(ofSeconds(40));

        assertThat(machine.opened).isEqualTo(2);
        assertThat(slow.gpu(0).state()).isEqualTo(GpuState.OK);
    }
}
