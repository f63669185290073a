package io.gpulse.sampling;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import io.gpulse.device.GpuState;
import io.gpulse.device.SourceKind;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.testing.LogRecorder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** With {@code gpulse.source=auto}: nvidia-smi while NVML cannot be used. */
class SecondChoiceTests {

    private final SamplerMachine nvml = new SamplerMachine(SourceKind.NVML, 2);
    private final SamplerMachine program = new SamplerMachine(SourceKind.NVIDIA_SMI, 2);

    @Test
    void nvidiaSmiIsUsedUntilNvmlIsAvailable() {
        this.nvml.unavailable = "no library";
        Stage stage = stage(this.program).begin();
        assertThat(stage.last().source().kind()).isEqualTo(SourceKind.NVIDIA_SMI);
        assertThat(stage.last().source().reason()).isNull();
        stage.await(ofSeconds(25));
        assertThat(this.program.opened).isEqualTo(1);
        assertThat(this.nvml.opened).isEqualTo(3);

        this.nvml.unavailable = null;
        stage.await(ofSeconds(22));

        assertThat(stage.last().source().kind()).isEqualTo(SourceKind.NVML);
        assertThat(stage.last().gpus())
                .extracting((gpu) -> gpu.identity().uuid())
                .containsExactly("NVML-0", "NVML-1");
        assertThat(this.program.opened).isEqualTo(1);
        assertThat(this.program.closed).isEqualTo(1);
    }

    @Test
    void theLogNamesTheOriginOfTheFigures() {
        this.nvml.unavailable = "No library.";
        this.program.origin = "/srv/gpus.xml";
        Logger sampling = (Logger) LoggerFactory.getLogger("io.gpulse.sampling");

        try (LogRecorder log = LogRecorder.started(Level.INFO)) {
            sampling.setLevel(Level.INFO);
            stage(this.program).begin();

            assertThat(log.from(Level.INFO))
                    .contains("INFO io.gpulse.sampling.SourceSelector: GPUs are sampled through /srv/gpus.xml, with"
                            + " fewer rows than through NVML. No library.");
        } finally {
            sampling.setLevel(Level.OFF);
        }
    }

    @Test
    void anotherSourceBeginsWithoutTheReadingsOfTheLastOne() {
        this.program.uuids.clear();
        this.program.uuids.addAll(this.nvml.uuids);
        Stage stage = stage(this.program).begin();
        assertThat(stage.gpu(0).readings().isEmpty()).isFalse();

        this.nvml.unavailable = "unloaded";
        this.nvml.allReturn(Verdict.SESSION_OVER);
        stage.await(ofSeconds(1));
        stage.hold("gpu-0").await(ofSeconds(3));

        assertThat(stage.last().source().kind()).isEqualTo(SourceKind.NVIDIA_SMI);
        assertThat(stage.gpu(0).readings().isEmpty()).isTrue();
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
    }

    @Test
    void theGpusOfAnotherMachinesFileAreNotLostAfterwards() {
        this.nvml.unavailable = "no library";
        this.program.isOfThisMachine = false;
        Stage stage = stage(this.program).begin();
        this.program.uuids.replaceAll((uuid) -> "another-" + uuid);
        this.program.verdicts.put("NVIDIA_SMI-0", GpuReadResult.failed(Verdict.SESSION_OVER, "Other GPUs."));
        stage.await(ofSeconds(5));

        assertThat(stage.last().gpus())
                .extracting((gpu) -> gpu.identity().uuid())
                .containsExactly("another-NVIDIA_SMI-0", "another-NVIDIA_SMI-1");

        this.program.verdicts.put("another-NVIDIA_SMI-0", GpuReadResult.failed(Verdict.SESSION_OVER, "Fewer GPUs."));
        this.program.uuids.remove(0);
        stage.await(ofSeconds(5));

        assertThat(stage.last().gpus()).extracting(GpuSample::state).containsExactly(GpuState.OK, GpuState.LOST);
    }

    @Test
    void theReasonIsThatOfNvmlWhereNvidiaSmiIsNotInstalled() {
        this.nvml.unavailable = "No library.";

        assertThat(reasonWith(Diagnosis.Outcome.NOT_CHECKED)).isEqualTo("No library.");
        assertThat(reasonWith(Diagnosis.Outcome.FAILED)).isEqualTo("No library. It ended.");
    }

    private String reasonWith(Diagnosis.Outcome outcome) {
        return stage(new Broken(outcome)).begin().last().source().reason();
    }

    private Stage stage(GpuSource second) {
        return new Stage(new Sources("auto", List.of(this.nvml, second), null));
    }

    /** An nvidia-smi that does not work. */
    private record Broken(Diagnosis.Outcome outcome) implements GpuSource {

        @Override
        public SourceKind kind() {
            return SourceKind.NVIDIA_SMI;
        }

        @Override
        public GpuSession open() throws SourceUnavailableException {
            throw new SourceUnavailableException(diagnosis());
        }

        @Override
        public Diagnosis diagnosis() {
            Diagnosis.Check check = new Diagnosis.Check("nvidia-smi", "nvidia-smi", this.outcome, null);
            return new Diagnosis("It ended.", List.of(check), List.of());
        }
    }
}
