package io.gpulse.sampling;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.nvml.FakeBus;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GPUs that are plugged in or taken out while gpulse runs. */
@NeedsCompiler
class HotPlugTests {

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
        this.stage = new Stage(new Sources("nvml", List.of(source), null)).begin();
    }

    @AfterEach
    void everyCallFollowedTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aGpuThatAppearsOnTheBusRenewsTheSessionOnce() {
        this.driver.gpus(3);
        this.stage.await(ofSeconds(20));
        assertThat(this.stage.last().gpus()).hasSize(2);

        this.bus.add(2);
        this.stage.await(ofSeconds(12));

        assertThat(this.stage.last().gpus()).hasSize(3);
        assertThat(this.stage.last().gpus()).extracting(GpuSample::state).containsOnly(GpuState.OK);
        this.stage.await(ofMinutes(5));
        assertThat(this.driver.calls("nvmlInit_v2")).isEqualTo(2);
        assertThat(this.stage.seen)
                .allSatisfy((snapshot) -> assertThat(snapshot.gpus())
                        .extracting(GpuSample::state)
                        .isSubsetOf(GpuState.OK, GpuState.ATTACHING));
    }

    @Test
    void aGpuStaysIdleSinceWhenItWasWhenTheSessionIsRenewedForAnother() {
        this.driver.valueOfAll("nvmlDeviceGetUtilizationRates.gpu", 0);
        this.stage.await(ofSeconds(60));
        Instant idleSince = this.stage.gpu(0).activity().idleSince();

        this.bus.add(2);
        this.stage.await(ofSeconds(30));

        assertThat(this.driver.calls("nvmlInit_v2")).isEqualTo(2);
        assertThat(idleSince).isNotNull();
        assertThat(this.stage.gpu(0).activity().idleSince()).isEqualTo(idleSince);
    }

    @Test
    void aGpuThatTheDriverDoesNotTakeUpRenewsTheSessionOnlyOnce() {
        this.bus.add(2);

        this.stage.await(ofMinutes(15));

        assertThat(this.driver.calls("nvmlInit_v2")).isEqualTo(2);
        assertThat(this.stage.last().gpus()).hasSize(2);
    }

    @Test
    void aGpuThatAppearsAgainAndAgainRenewsTheSessionOnceInTenMinutes() {
        for (int time = 0; time < 10; time++) {
            this.bus.add(2);
            this.stage.await(ofSeconds(15));
            this.bus.remove(2);
            this.stage.await(ofSeconds(15));
        }

        assertThat(this.driver.calls("nvmlInit_v2")).isEqualTo(2);
    }

    @Test
    void aGpuThatIsGoneFromTheBusWasRemoved() {
        this.bus.remove(1);
        this.driver.gpus(1);
        this.stage.await(ofSeconds(1));

        assertThat(this.stage.gpu(1).state()).isEqualTo(GpuState.LOST);
        assertThat(this.stage.gpu(1).condition().removed()).isTrue();
        assertThat(this.stage.gpu(1).condition().detail()).contains("no longer lists 0000:43:00.0");
        assertThat(this.stage.gpu(0).state()).isEqualTo(GpuState.OK);
    }

    @Test
    void aGpuThatIsStillOnTheBusHasFallenOff() {
        this.driver.lose(1);
        this.stage.await(ofMinutes(1));

        assertThat(this.stage.gpu(1).state()).isEqualTo(GpuState.LOST);
        assertThat(this.stage.gpu(1).condition().removed()).isFalse();

        this.bus.remove(1);
        this.stage.await(ofSeconds(12));
        assertThat(this.stage.gpu(1).condition().removed()).isTrue();
    }

    @Test
    void aGpuThatWasRemovedStaysRemovedInTheNextSession() {
        this.bus.remove(1);
        this.driver.gpus(1);
        this.stage.await(ofSeconds(12));
        this.bus.add(2);
        this.stage.await(ofSeconds(12));
        assertThat(this.driver.calls("nvmlInit_v2")).isEqualTo(2);

        assertThat(this.stage.last().gpus()).hasSize(2);
        assertThat(this.stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(this.stage.gpu(1).state()).isEqualTo(GpuState.LOST);
        assertThat(this.stage.gpu(1).condition().removed()).isTrue();
    }

    @Test
    void aGpuThatIsPluggedInAgainIsSampledAgain() {
        this.bus.remove(1);
        this.driver.gpus(1);
        this.stage.await(ofSeconds(30));

        this.driver.gpus(2);
        this.bus.add(1);
        this.stage.await(ofSeconds(12));

        assertThat(this.stage.last().gpus()).extracting(GpuSample::state).containsExactly(GpuState.OK, GpuState.OK);
    }

    @Test
    void aGpuWhoseHandleIsRefusedHasItsAddress() {
        this.driver.deviceCode(1, 999);
        this.bus.add(2);
        this.driver.gpus(3);
        this.stage.await(ofSeconds(30));

        assertThat(this.stage.gpu(1).state()).isEqualTo(GpuState.ERROR);
        assertThat(this.stage.gpu(1).condition().detail()).contains("999").endsWith("PCI device 0000:43:00.0");
    }
}
