package io.gpulse.sampling;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.SourceKind;
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
}
