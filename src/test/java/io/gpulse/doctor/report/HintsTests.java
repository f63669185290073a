package io.gpulse.doctor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.doctor.DoctorRun;
import io.gpulse.doctor.comparison.Comparison;
import io.gpulse.doctor.examination.Driver;
import io.gpulse.doctor.examination.Machine;
import io.gpulse.nvml.library.LibraryPlace;
import io.gpulse.setup.HostSystem;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On machines without a driver's library, which every machine can play. */
class HintsTests {

    @TempDir
    Path directory;

    private DoctorRun visit;

    @BeforeEach
    void call() {
        this.visit = DoctorRun.to(this.directory).with("proc/sys/kernel/osrelease", "6.8.0-45-generic");
    }

    @ParameterizedTest
    @CsvSource({
        ".dockerenv, x, /.dockerenv exists",
        "run/.containerenv, x, /run/.containerenv exists",
        "proc/1/cgroup, 0::/kubepods/besteffort/pod1, the control group is one of kubepods"
    })
    void aContainerIsRecognizedByItsMarks(String file, String text, String mark) {
        this.visit.with(file, text).ends(library());

        assertThat(this.visit.sentences()).contains("Container yes: " + mark);
    }

    @Test
    void aMachineWithoutMarksIsNoContainer() {
        this.visit.with("proc/1/cgroup", "0::/init.scope").ends(library());

        assertThat(this.visit.sentences()).contains("Container no");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NVIDIA_VISIBLE_DEVICES | void | NVIDIA_VISIBLE_DEVICES=void passes no GPU into this container",
                "NVIDIA_DRIVER_CAPABILITIES | compute,video | NVIDIA_DRIVER_CAPABILITIES=compute,video lacks utility",
                "CUDA_VISIBLE_DEVICES | 0 | CUDA_VISIBLE_DEVICES is for CUDA programs"
            })
    void aVariableThatHidesGpusIsNamed(String variable, String value, String hint) {
        this.visit.variable(variable, value).ends(library());

        assertThat(this.visit.sentences()).contains(hint, "Variable " + variable + "=" + value);
    }

    @ParameterizedTest
    @CsvSource({"NVIDIA_VISIBLE_DEVICES, all", "NVIDIA_DRIVER_CAPABILITIES, 'compute,utility'"})
    void aVariableThatHidesNothingIsNoHint(String variable, String value) {
        this.visit.variable(variable, value).ends(library());

        assertThat(this.visit.sentences()).doesNotContain("passes no GPU", "lacks utility");
    }

    @Test
    void aDriverWithoutNodesIsAHint() {
        this.visit.with("proc/driver/nvidia/version", "NVRM version: 580.95.05").ends(library());

        assertThat(this.visit.sentences()).contains("The driver is loaded, but has no node in /dev");
    }

    @Test
    void linuxOnWindowsIsRecognizedByItsKernel() {
        this.visit
                .with("proc/sys/kernel/osrelease", "5.15.167.4-microsoft-standard-WSL2")
                .ends("--json", library());

        assertThat(this.visit.document().at("/machine/wsl").asBoolean()).isTrue();
        assertThat(this.visit.output()).contains("This is Linux on Windows (WSL)");
    }

    @Test
    void aFolderThatNothingCanBeExecutedFromIsNotTakenForAMissingDriver() {
        LibraryPlace place = new LibraryPlace(
                "libnvidia-ml.so.1", null, "/tmp/jna114653.tmp: failed to map segment from shared object");
        Driver driver = new Driver(
                "It is absent.", null, null, null, List.of(), List.of(place), List.of(), List.of(), List.of());
        Report report = new Report(
                Instant.EPOCH,
                Machine.of(new HostSystem(this.directory, Map.of())),
                driver,
                List.of(),
                List.of(),
                List.of(),
                Comparison.none(null, "There is none."),
                List.of());

        assertThat(Hints.of(report)).singleElement().asString().contains("-Djna.tmpdir=FOLDER");
    }

    private String library() {
        return "--nvml-library=" + this.directory.resolve("nothing.so");
    }
}
