package io.gpulse.sampling;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuState;
import io.gpulse.device.SourceKind;
import io.gpulse.testing.LogRecorder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A driver that is unloaded and back every few seconds. */
class FlappingDriverTests {

    private static final int GPUS = 16;

    private final Logger sampling = (Logger) LoggerFactory.getLogger("io.gpulse.sampling");
    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, GPUS);
    private LogRecorder log;

    @BeforeEach
    void record() {
        this.log = LogRecorder.started(Level.INFO);
        this.sampling.setLevel(Level.INFO);
    }

    @AfterEach
    void stopRecording() {
        this.sampling.setLevel(Level.OFF);
        this.log.close();
    }

    private static Stage flap(SamplerMachine machine, Stage stage, int times) {
        for (int time = 0; time < times; time++) {
            machine.allReturn(Verdict.SESSION_OVER);
            stage.await(ofSeconds(1));
            machine.verdicts.clear();
            stage.await(ofSeconds(3));
        }
        return stage;
    }

    @Test
    void aDriverThatFlapsIsLoggedInOneLineAMinute() {
        Stage stage = flap(this.machine, Stage.of(this.machine).begin(), 30);
        int firstMinutes = lines().size();

        flap(this.machine, stage, 10 * 15);

        assertThat(firstMinutes).isLessThan(GPUS * 2 + 10);
        assertThat(lines().subList(firstMinutes, lines().size()))
                .hasSizeBetween(9, 11)
                .allMatch((line) -> line.contains("more changes of state within a minute"))
                .allMatch((line) -> line.contains("OK: GPU 0, GPU 1, GPU 10,"));
    }

    @Test
    void aDriverThatIsStableAgainIsLoggedLineByLine() {
        Stage stage = flap(this.machine, Stage.of(this.machine).begin(), 30).await(ofMinutes(3));
        int before = lines().size();

        this.machine.returns(3, Verdict.RESET_REQUIRED);
        stage.await(ofSeconds(5));

        assertThat(stage.gpu(3).state()).isEqualTo(GpuState.RESET_REQUIRED);
        assertThat(lines().subList(before, lines().size()))
                .singleElement()
                .asString()
                .contains("GPU 3 is RESET_REQUIRED");
    }

    @Test
    void aSingleFailureIsLoggedWithItsReasonAndItsEnd() {
        Stage stage = Stage.of(this.machine).begin();
        this.machine.returns(3, Verdict.RESET_REQUIRED);
        stage.await(ofSeconds(5));
        this.machine.verdicts.clear();
        stage.await(ofMinutes(3));

        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0)).contains("GPU 3 is RESET_REQUIRED: nvmlTest");
        assertThat(lines().get(1)).contains("GPU 3 is OK again");
    }

    private List<String> lines() {
        return this.log.from(Level.INFO);
    }
}
