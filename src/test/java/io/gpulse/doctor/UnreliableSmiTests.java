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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Beside an nvidia-smi that crashes, or that is known to be wrong. */
@NeedsCompiler
class UnreliableSmiTests {

    @TempDir
    Path directory;

    private FakeDriver driver;
    private FakeSmi smi;
    private Visit visit;

    @BeforeEach
    void call() throws Exception {
        this.driver = FakeDriver.in(this.directory.resolve("driver")).gpus(1);
        this.smi = FakeSmi.in(Files.createDirectory(this.directory.resolve("bin")));
        this.visit = Visit.to(this.directory.resolve("root"))
                .variable("PATH", this.directory.resolve("bin").toString());
    }

    private String library() {
        return "--nvml-library=" + this.driver.library();
    }

    @ParameterizedTest
    @CsvSource({"550.54.15, 0", "590.48.01, 1"})
    void whatNvidiaSmiMistoldUpTo590IsNoDisagreement(String version, int code) {
        this.driver
                .systemValue("nvmlSystemGetDriverVersion", version)
                .value(0, "nvmlDeviceGetGpuFabricInfoV.state", 3)
                .value(0, "nvmlDeviceGetGpuFabricInfoV.status", 0);
        this.smi.gpu("driver_version", version, "index", "0", "fabric.state", "Success");

        assertThat(this.visit.ends(library())).isEqualTo(code);
    }

    @Test
    void aCrashOfNvidiaSmiIsToldAsThat() {
        this.smi.before("kill -SEGV $$");

        this.visit.ends(library());

        assertThat(this.visit.sentences()).contains("It crashed (signal 11); it said nothing.");
    }
}
