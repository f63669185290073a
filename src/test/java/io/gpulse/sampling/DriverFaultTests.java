package io.gpulse.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.Owners;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.testing.SettableClock;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Faults of the driver, through JNA, lanes and threads as in real life. The sampler's clock runs 20
 * times as fast as the wall's, so that a stuck call is recognised after a quarter of a second.
 */
@NeedsCompiler
class DriverFaultTests {

    private static final int TIMES_AS_FAST = 20;

    @TempDir
    Path directory;

    private final Scheduler scheduler = Schedulers.newSingle("test-sampler", true);
    private FakeDriver driver;
    private Sampler sampler;

    @BeforeEach
    void start() {
        this.driver = FakeDriver.in(this.directory).gpus(3);
        NvmlSource source = NvmlSource.ofThisMachine(this.driver.library(), this.directory);
        long start = System.nanoTime();
        SettableClock clock = new SettableClock(Instant.now(), () -> (System.nanoTime() - start) * TIMES_AS_FAST);
        SamplerParts parts = SamplerParts.of(
                new Sources("auto", List.of(source), null),
                new SamplerParts.HostSources(() -> new HostSample("test", Readings.NONE), Owners.UNKNOWN),
                Duration.ofMillis(100),
                Lanes.ofThreads(new SamplerClock(clock, clock::nanos)));
        this.sampler = new Sampler(parts, new RoundTimer.Threads(() -> this.scheduler, Schedulers.parallel()));
        this.sampler.start();
        await(allAre(GpuState.OK));
        // While its call for two GPUs hangs, their own lanes do not enter the driver.
        Wait.until(() -> this.sampler.topology().links().size() == 3);
    }

    @AfterEach
    void stop() {
        this.driver.heal();
        await(allAre(GpuState.OK));
        this.sampler.stop();
        this.scheduler.dispose();
        assertThat(this.driver.inside()).isZero();
        assertThat(this.driver.waiting()).isZero();
    }

    @Test
    void oneHangingGpuIsStuckWhileTheOthersStayLive() {
        this.driver.hang(1).value(0, "nvmlDeviceGetPowerUsage", 123_000);

        Snapshot stuck = await((snapshot) -> state(snapshot, 1) == GpuState.STUCK);

        assertThat(stuck.gpus().get(1).condition().detail())
                .startsWith("nvmlDevice")
                .contains("has not returned");
        assertThat(stuck.gpus().get(1).readings().isEmpty()).isTrue();
        Snapshot live = await((snapshot) -> power(snapshot, 0) == 123);
        assertThat(state(live, 1)).isEqualTo(GpuState.STUCK);
        assertThat(state(live, 2)).isEqualTo(GpuState.OK);
        Wait.until(() -> this.driver.inside() == 1);

        this.driver.heal();
        await(allAre(GpuState.OK));
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aDriverThatHangsAsAWholeDoesNotStopTheRounds() {
        this.driver.hangAll();

        Snapshot stuck = await(allAre(GpuState.STUCK));
        Snapshot later = await((snapshot) -> snapshot.sequence() >= stuck.sequence() + 3);

        assertThat(later.gpus()).extracting(GpuSample::state).containsOnly(GpuState.STUCK);
        // One call of each GPU, or one of the topology that keeps two of them out.
        assertThat(this.driver.inside()).isBetween(1, 3);

        this.driver.heal();
        await(allAre(GpuState.OK));
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aSlowCallIsTimedOutOnceAndTheGpuStaysOk() {
        this.driver.sleep(2, "nvmlDeviceGetPowerUsage", 130);

        Snapshot late = await((snapshot) -> reading(snapshot, 2).equals(Reading.absent(Reason.TIMED_OUT)));

        assertThat(state(late, 2)).isEqualTo(GpuState.OK);
        assertThat(power(late, 0)).isPositive();
    }

    @Test
    void aLostGpuIsLostAloneAndReturnsWithItsPciDevice() throws IOException {
        this.driver.lose(1);
        Snapshot lost = await((snapshot) -> state(snapshot, 1) == GpuState.LOST);
        assertThat(lost.gpus().get(1).condition().detail()).contains("fallen off the bus");
        assertThat(state(lost, 0)).isEqualTo(GpuState.OK);
        long calls = this.driver.calls("nvmlInit_v2");

        this.driver.heal();
        putOnTheBus(lost.gpus().get(1).identity().pciBusId());
        await(allAre(GpuState.OK));

        assertThat(this.driver.calls("nvmlInit_v2")).isEqualTo(calls + 1);
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void onlyTheGpuThatNeedsAResetReportsIt() {
        this.driver.reset(0);

        Snapshot snapshot = await((seen) -> state(seen, 0) == GpuState.RESET_REQUIRED);

        assertThat(state(snapshot, 1)).isEqualTo(GpuState.OK);
        this.driver.heal();
        await(allAre(GpuState.OK));
    }

    @Test
    void anUnloadedDriverIsFoundAgainWithTheSameGpus() {
        List<String> before = uuids(await(allAre(GpuState.OK)));

        this.driver.unload();
        Snapshot gone = await((snapshot) ->
                snapshot.source().reason() != null && snapshot.source().reason().contains("not loaded (NVML code 9)"));
        assertThat(gone.source().kind()).isEqualTo(SourceKind.NVML);
        assertThat(gone.gpus()).extracting(GpuSample::state).containsOnly(GpuState.ERROR);
        this.driver.heal();

        Snapshot back = await(allAre(GpuState.OK));
        assertThat(uuids(back)).isEqualTo(before);
        assertThat(back.source().reason()).isNull();
    }

    @Test
    void anUpgradedDriverIsReportedAndUsedOnceItsVersionsMatch() {
        this.driver.mismatch();

        Snapshot mismatch = await((snapshot) -> snapshot.source().reason() != null
                && snapshot.source().reason().startsWith("The NVIDIA driver was upgraded"));
        assertThat(mismatch.gpus()).extracting(GpuSample::state).containsOnly(GpuState.ERROR);
        assertThat(this.sampler.status().diagnosis().steps()).isNotEmpty();

        this.driver.heal();
        await(allAre(GpuState.OK));
    }

    @Test
    void unknownErrorsOfAllGpusEndTheSession() {
        this.driver.unknown();

        await((snapshot) ->
                snapshot.source().reason() != null && snapshot.source().reason().contains("999"));

        this.driver.heal();
        await(allAre(GpuState.OK));
    }

    @Test
    void aRefusalOfOneMetricIsAnAbsenceOfThatMetric() {
        this.driver.code(0, "nvmlDeviceGetPowerUsage", 4);

        Snapshot snapshot = await((seen) -> reading(seen, 0).equals(Reading.absent(Reason.NO_PERMISSION)));

        assertThat(state(snapshot, 0)).isEqualTo(GpuState.OK);
        assertThat(snapshot.gpus().get(0).readings().number(Metric.TEMPERATURE_GPU))
                .isPresent();
    }

    @Test
    void aSubscriberCausesNoNativeCall() {
        await(allAre(GpuState.OK));
        this.driver.hangAll();
        Snapshot stuck = await(allAre(GpuState.STUCK));
        long calls = this.driver.calls();

        for (int reader = 0; reader < 1000; reader++) {
            assertThat(this.sampler.snapshots().blockFirst(Wait.PATIENCE).sequence())
                    .isGreaterThanOrEqualTo(stuck.sequence());
        }

        assertThat(this.driver.calls()).isEqualTo(calls);
    }

    private Snapshot await(Predicate<Snapshot> condition) {
        return this.sampler.snapshots().filter(condition).blockFirst(Wait.PATIENCE);
    }

    private static Predicate<Snapshot> allAre(GpuState state) {
        return (snapshot) ->
                snapshot.gpus().size() == 3 && snapshot.gpus().stream().allMatch((gpu) -> gpu.state() == state);
    }

    private static GpuState state(Snapshot snapshot, int index) {
        return snapshot.gpus().get(index).state();
    }

    private static double power(Snapshot snapshot, int index) {
        return snapshot.gpus().get(index).readings().number(Metric.POWER_DRAW).orElse(Double.NaN);
    }

    private static Reading reading(Snapshot snapshot, int index) {
        return snapshot.gpus().get(index).readings().of(Metric.POWER_DRAW).orElse(Reading.absent(Reason.NO_DATA));
    }

    private static List<String> uuids(Snapshot snapshot) {
        return snapshot.gpus().stream().map((gpu) -> gpu.identity().uuid()).toList();
    }

    private void putOnTheBus(String pciBusId) throws IOException {
        String address = pciBusId.substring(4).toLowerCase(java.util.Locale.ROOT);
        Files.createDirectories(this.directory.resolve("proc/driver/nvidia/gpus/" + address));
        Path device = Files.createDirectories(this.directory.resolve("sys/bus/pci/devices/" + address));
        Files.write(device.resolve("config"), new byte[] {(byte) 0xde, 0x10, 0, 0});
    }
}
