package io.gpulse.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.smi.FakeSmi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparison without readings of gpulse or without nvidia-smi. */
@NeedsCompiler
class WithoutComparisonTests {

    @TempDir
    Path directory;

    private FakeDriver driver;
    private DoctorRun visit;

    @BeforeEach
    void call() throws Exception {
        this.driver = FakeDriver.in(this.directory.resolve("driver"));
        FakeSmi.in(Files.createDirectory(this.directory.resolve("bin")))
                .gpu("uuid", "GPU-7f3c9a10-5d2e-4b61-9c8f-000000000000")
                .gpu("uuid", "GPU-7f3c9a10-5d2e-4b61-9c8f-000000000001");
        this.visit = DoctorRun.to(this.directory.resolve("root"))
                .variable("PATH", this.directory.resolve("bin").toString());
    }

    @Test
    void theGpusOfNvidiaSmiAreReportedWhenGpulseHasNone() {
        this.driver.unload();

        int code = this.visit.ends(library());

        assertThat(code).isEqualTo(3);
        assertThat(this.visit.sentences()).contains("It sees 2 GPUs, which gpulse does not.");
    }

    @Test
    void anUnresponsiveGpuIsNotReportedAsMissing() {
        this.driver.lose(0).lose(1);

        this.visit.ends(library());

        assertThat(this.visit.sentences())
                .contains("It sees 2 GPUs. Nothing was compared, since no GPU answers gpulse.")
                .doesNotContain("which gpulse does not");
    }

    @Test
    void theReplacementOfGpulseIsNotRun() throws Exception {
        Path own = this.directory.resolve("bin").resolve("nvidia-smi");
        Files.writeString(own, "#!/bin/sh\n# gpulse-nvidia-smi\nexit 9\n");

        this.visit.ends(library());
        assertThat(this.visit.sentences()).contains("There is no nvidia-smi on the PATH");

        this.visit.ends("--nvidia-smi=" + own, library());
        assertThat(this.visit.sentences()).contains("is not NVIDIA's: it prints what gpulse has read.");
    }

    @Test
    void nothingThatWakesAGpuIsDoneOnRequest() {
        this.visit.with("dev/nvidiactl", "").with("dev/nvidia0", "").ends("--json", "--no-wake", library());

        assertThat(this.visit.document().at("/comparison").toString()).contains("nvidia-smi was not run");
        assertThat(this.visit.output())
                .contains("not opened, since that wakes its GPU")
                .doesNotContain("It sees");
    }

    @Test
    void aMissingProgramIsReported() {
        int code = this.visit.ends(library(), "--nvidia-smi=" + this.directory.resolve("none"));

        assertThat(code).isZero();
        assertThat(this.visit.sentences()).contains("It cannot be started: ");
        assertThat(List.of(this.visit.complained())).containsExactly("");
    }

    private String library() {
        return "--nvml-library=" + this.driver.library();
    }
}
