package io.gpulse.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.smi.FakeSmi;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor with an nvidia-smi that crashes. */
@NeedsCompiler
class UnreliableSmiTests {

    @TempDir
    Path directory;

    private FakeDriver driver;
    private FakeSmi smi;
    private DoctorRun visit;

    @BeforeEach
    void call() throws Exception {
        this.driver = FakeDriver.in(this.directory.resolve("driver")).gpus(1);
        this.smi = FakeSmi.in(Files.createDirectory(this.directory.resolve("bin")));
        this.visit = DoctorRun.to(this.directory.resolve("root"))
                .variable("PATH", this.directory.resolve("bin").toString());
    }

    private String library() {
        return "--nvml-library=" + this.driver.library();
    }

    @Test
    void aCrashOfNvidiaSmiIsReported() {
        this.smi.before("kill -SEGV $$");

        this.visit.ends(library());

        assertThat(this.visit.sentences()).contains("It crashed (signal 11); it printed nothing.");
    }
}
