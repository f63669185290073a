package io.gpulse.sampling;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeBus;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GPUs in runtime suspend, with and without the permission to wake them. */
@NeedsCompiler
class SleepingGpuTests {

    @TempDir
    Path directory;

    private FakeDriver driver;
    private FakeBus bus;

    @BeforeEach
    void place() {
        this.driver = FakeDriver.without(this.directory, "nvmlEventSetCreate");
        this.bus = FakeBus.of(this.directory, 2);
    }

    @AfterEach
    void everyCallFollowedTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aSleepingGpuIsNotWokenInSixtyRounds() {
        sleeps(1);
        Stage stage = stage(source().withoutWaking());

        stage.await(ofSeconds(60));

        assertThat(this.driver.wakes(1)).isZero();
        GpuSample sleeping = stage.gpu(1);
        assertThat(sleeping.state()).isEqualTo(GpuState.SLEEPING);
        assertThat(sleeping.identity()).isNull();
        assertThat(sleeping.condition().detail()).contains("0000:43:00.0", "0x2330", "D3");
        assertThat(sleeping.readings().of(Metric.POWER_DRAW)).contains(Reading.absent(Reason.NO_DATA));
        assertThat(sleeping.activity()).isEqualTo(Activity.UNKNOWN);
        assertThat(stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(this.driver.wakes(0)).isZero();
    }

    @Test
    void theDriverIsNotInitialisedWhileEveryGpuSleeps() {
        this.driver.initWakes();
        sleeps(0);
        sleeps(1);
        Stage stage = stage(source().withoutWaking());

        stage.await(ofSeconds(60));

        assertThat(this.driver.wakes(0) + this.driver.wakes(1)).isZero();
        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.SLEEPING);
        assertThat(stage.last().source().reason()).isNull();
        assertThat(this.driver.calls("nvmlInit_v2")).isZero();
    }

    @Test
    void aGpuThatWakesByItselfIsSampledAndNotCalledOnceItSleepsAgain() {
        sleeps(0);
        sleeps(1);
        Stage stage = stage(source().withoutWaking());

        this.driver.heal();
        this.bus.is(0, "active").is(1, "active");
        stage.await(ofSeconds(12));

        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.OK);
        assertThat(stage.last().source().driverVersion()).isEqualTo("580.95.05");

        sleeps(1);
        stage.await(ofSeconds(60));

        assertThat(this.driver.wakes(1)).isZero();
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.SLEEPING);
        assertThat(stage.gpu(1).identity().name()).isEqualTo("NVIDIA H100 80GB HBM3");
        assertThat(stage.seen)
                .allSatisfy((snapshot) -> assertThat(snapshot.gpus())
                        .extracting(GpuSample::state)
                        .isSubsetOf(GpuState.SLEEPING, GpuState.OK, GpuState.ATTACHING));
    }

    @Test
    void noGpuIsOpenedWhileItIsNotKnownWhichOneSleeps() {
        sleeps(1);
        this.bus.add(2);
        Stage stage = stage(source().withoutWaking());

        stage.await(ofSeconds(60));

        assertThat(this.driver.wakes(1)).isZero();
        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.SLEEPING);
    }

    @Test
    void aGpuThatIsUnusedForAMinuteIsClosedSoThatItCanSleep() {
        areUnused();
        this.driver.process(0, "compute", 4711, 1 << 20);
        Stage stage = stage(source().withoutWaking());
        stage.await(ofSeconds(55));
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);

        stage.await(ofSeconds(30));

        assertThat(this.driver.calls("nvmlShutdown")).isOne();
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.SLEEPING);
        assertThat(stage.gpu(1).condition().detail()).contains("gpulse has closed it");
        assertThat(stage.gpu(0).state()).isEqualTo(GpuState.OK);
        sleeps(1);
        stage.await(ofMinutes(5));
        assertThat(this.driver.wakes(1)).isZero();
        assertThat(stage.gpu(1).condition().detail()).contains("D3");
    }

    @Test
    void aGpuThatStaysAwakeAllTheSameIsOpenedAgainAndLeftOpenForLonger() {
        areUnused();
        Stage stage = stage(source().withoutWaking());

        stage.await(ofSeconds(85));
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.SLEEPING);
        stage.await(ofSeconds(65));
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
        stage.await(ofSeconds(90));
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
        stage.await(ofSeconds(45));
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.SLEEPING);
    }

    @Test
    void aBusyGpuWhoseProcessesAreNotSeenStaysOpen() {
        areUnused();
        this.driver.value(0, "nvmlDeviceGetUtilizationRates.gpu", 40);
        this.driver.value(1, "nvmlDeviceGetMemoryInfo_v2.used", 1L << 30);
        Stage stage = stage(source().withoutWaking());

        stage.await(ofMinutes(5));

        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.OK);
    }

    @Test
    void aGpuThatTheKernelMayNotSuspendStaysOpen() {
        areUnused();
        this.bus.staysAwake(0).staysAwake(1);
        Stage stage = stage(source().withoutWaking());

        stage.await(ofMinutes(5));

        assertThat(this.driver.calls("nvmlShutdown")).isZero();
        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.OK);
    }

    @Test
    void aGpuIsWokenUnlessThatIsSwitchedOff() {
        sleeps(1);
        Stage stage = stage(source());

        assertThat(this.driver.wakes(1)).isOne();
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
    }

    private void areUnused() {
        this.bus.maySleep(0).maySleep(1);
        this.driver.valueOfAll("nvmlDeviceGetUtilizationRates.gpu", 0);
        this.driver.valueOfAll("nvmlDeviceGetMemoryInfo_v2.used", 0);
    }

    private void sleeps(int gpu) {
        this.bus.is(gpu, "suspended");
        this.driver.asleep(gpu);
    }

    private NvmlSource source() {
        return NvmlSource.ofThisMachine(this.driver.library(), this.directory);
    }

    private static Stage stage(NvmlSource source) {
        AtomicReference<Stage> stage = new AtomicReference<>();
        NvmlSource clocked = source.clockedBy(() -> stage.get().clock.nanos());
        stage.set(new Stage(new Sources("nvml", List.of(clocked), null)));
        return stage.get().begin();
    }
}
