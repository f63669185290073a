package io.gpulse.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.smi.FakeSmi;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramRunnerTests {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final ProgramRunner runner = new ProgramRunner();

    @TempDir
    private Path directory;

    @Test
    void outputAndExitCodeOfAProgramAreReported() {
        ProgramResult result = this.runner.run(List.of("sh", "-c", "echo out; echo err >&2; exit 3"), LONG);

        assertThat(result.code()).isEqualTo(3);
        assertThat(result.text()).isEqualTo("out\n");
        assertThat(result.problem()).isEqualTo("It ended with code 3 and printed \"err\".");
    }

    @Test
    void aProgramThatIsNotThereIsASentence() {
        ProgramResult result =
                this.runner.run(List.of(this.directory.resolve("nothing").toString()), LONG);

        assertThat(result.ok()).isFalse();
        assertThat(result.problem()).startsWith("It cannot be started: ");
    }

    @Test
    void aProgramThatTakesTooLongIsEndedWithAllThatItStarted() {
        ProgramResult result = this.runner.run(List.of("sh", "-c", "sleep 1000 & wait"), Duration.ofMillis(200));

        assertThat(result.problem()).contains("did not end");
        assertThat(ProcessHandle.current().descendants())
                .noneMatch((child) -> child.info().commandLine().orElse("").contains("sleep 1000"));
    }

    @Test
    void namesThatNvidiaSmiRefusesAreLeftOut() {
        FakeSmi fake = FakeSmi.in(this.directory).gpu("name", "H100", "uuid", "GPU-1");
        List<String> refused = new ArrayList<>();

        List<String> accepted = new SmiProgram(this.runner, fake.program())
                .accepted(List.of("name", "hostname", "uuid", "edpp_multiplier"), refused);

        assertThat(accepted).containsExactly("name", "uuid");
        assertThat(refused).containsExactly("hostname", "edpp_multiplier");
    }

    @Test
    void nvidiaSmiIsFoundOnThePath() {
        FakeSmi fake = FakeSmi.in(this.directory);

        assertThat(SmiProgram.find("/nowhere:" + this.directory)).contains(fake.program());
    }

    @Test
    void aGpuWithoutComputeProcessesIsLoaded() {
        FakeSmi busy = FakeSmi.in(this.directory).before("""
                case $1 in
                --query-compute-apps*) echo GPU-1; exit 0;;
                --query-gpu=uuid*) printf 'GPU-1, Default\\nGPU-2, Prohibited\\nGPU-3, Default\\n'; exit 0;;
                esac
                """);

        assertThat(LoadProgram.freeGpu(new SmiProgram(this.runner, busy.program())))
                .contains("GPU-3");
    }
}
