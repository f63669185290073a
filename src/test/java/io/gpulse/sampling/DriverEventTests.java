package io.gpulse.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.Owners;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.testing.SettableClock;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Events of the driver, through JNA, lanes and threads as in real life. The sampler's clock runs 20 times
 * as fast as the wall's, so that a stuck call is recognised after a quarter of a second.
 */
@NeedsCompiler
class DriverEventTests {

    private static final String REGISTER = "nvmlDeviceRegisterEvents";
    private static final int TIMES_AS_FAST = 20;

    @TempDir
    private Path directory;

    private final Scheduler scheduler = Schedulers.newSingle("test-sampler", true);
    private final List<DriverEvent> received = new CopyOnWriteArrayList<>();
    private FakeDriver driver;
    private Sampler sampler;

    @BeforeEach
    void start() {
        this.driver = FakeDriver.in(this.directory).gpus(3);
        long start = System.nanoTime();
        SettableClock clock = new SettableClock(Instant.now(), () -> (System.nanoTime() - start) * TIMES_AS_FAST);
        SamplerParts parts = SamplerParts.of(
                new Sources("auto", List.of(NvmlSource.ofThisMachine(this.driver.library(), this.directory)), null),
                new SamplerParts.HostSources(() -> new HostSample("test", Readings.NONE), Owners.UNKNOWN),
                Duration.ofMillis(100),
                Lanes.ofThreads(new SamplerClock(clock, clock::nanos)));
        this.sampler = new Sampler(parts, new RoundTimer.Threads(() -> this.scheduler, Schedulers.parallel()));
        this.sampler.driverEvents().subscribe(this.received::add);
        this.sampler.start();
        Wait.until(() -> this.driver.calls(REGISTER) == 3 && this.driver.waiting() == 1);
    }

    @AfterEach
    void stop() {
        this.sampler.stop();
        this.scheduler.dispose();
    }

    @Test
    void anXidArrivesAndStoppingReleasesTheDriver() {
        this.driver.xid(2, 79);

        Wait.until(() -> this.received.size() == 1);

        assertThat(this.received).extracting("xid").containsExactly(79);
        this.sampler.stop();
        assertThat(this.driver.waiting()).isZero();
        assertThat(this.driver.inside()).isZero();
        assertThat(this.driver.calls("nvmlEventSetFree")).isEqualTo(1);
        assertThat(this.driver.calls("nvmlShutdown")).isEqualTo(1);
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aRenewedSessionReportsToo() {
        this.driver.unload();
        await((snapshot) -> snapshot.gpus().stream().allMatch((gpu) -> gpu.state() == GpuState.ERROR));
        Wait.until(() -> this.driver.waiting() == 0);
        this.driver.heal();
        Wait.until(() -> this.driver.calls(REGISTER) == 6 && this.driver.waiting() == 1);

        this.driver.xid(0, 31);

        Wait.until(() -> this.received.size() == 1);
        assertThat(this.received).extracting("xid").containsExactly(31);
    }

    @Test
    void aLostGpuDoesNotKeepTheDriverBusy() {
        this.driver.xid(1, 79).lose(1);
        await((snapshot) -> snapshot.gpus().get(1).state() == GpuState.LOST);
        Wait.until(() -> this.driver.calls("nvmlEventSetCreate") == 2 && this.driver.waiting() == 1);

        this.driver.xid(0, 145);

        Wait.until(() -> this.received.size() == 2);
        assertThat(this.received).extracting("xid").containsExactly(79, 145);
        assertThat(this.driver.calls("nvmlEventSetCreate")).isEqualTo(2);
        this.sampler.stop();
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aHangingWaitDelaysNeitherRoundsNorTheStopAndKeepsTheDriver() {
        this.driver.hangAll();
        Snapshot stuck = await((snapshot) -> snapshot.gpus().get(0).state() == GpuState.STUCK);
        await((snapshot) -> snapshot.sequence() >= stuck.sequence() + 3);

        this.sampler.stop();

        assertThat(this.driver.waiting()).isEqualTo(1);
        assertThat(this.driver.calls("nvmlShutdown")).isZero();
        this.driver.heal();
        Wait.until(() -> this.driver.waiting() == 0 && this.driver.inside() == 0);
        assertThat(this.driver.violations()).isEmpty();
    }

    private Snapshot await(Predicate<Snapshot> condition) {
        return this.sampler.snapshots().filter(condition).blockFirst(Wait.PATIENCE);
    }
}
