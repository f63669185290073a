package io.gpulse.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.doctor.report.WrappedText;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Through the real JNA path, against a driver in C that is as strict as the real one. */
@NeedsCompiler
class DoctorTests {

    @TempDir
    Path directory;

    private FakeDriver driver;
    private DoctorRun visit;

    @BeforeEach
    void call() {
        this.driver = FakeDriver.in(this.directory.resolve("driver"));
        this.visit = DoctorRun.to(this.directory.resolve("root"))
                .with("proc/sys/kernel/hostname", "node7")
                .with("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX Open Kernel Module  580.95.05  Release");
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aHealthyMachineIsWell() {
        int code = this.visit.ends(library());

        assertThat(code).isZero();
        assertThat(this.visit.complained()).isEmpty();
        assertThat(this.visit.sentences())
                .contains("2 GPUs answer; nothing was compared with nvidia-smi.")
                .contains("Driver 580.95.05", "NVML 13.580.95.05", "CUDA 13.0", "NVIDIA UNIX Open Kernel Module")
                .contains("GPU 1 NVIDIA H100 80GB HBM3, GPU-7f3c9a10-5d2e-4b61-9c8f-000000000001, 00000000:43:00.0")
                .contains("There is no nvidia-smi on the PATH");
        assertThat(this.driver.calls("nvmlShutdown")).isEqualTo(1);
    }

    @Test
    void thePageFitsAHundredColumns() {
        this.visit.ends(library());

        assertThat(this.visit.output().lines())
                .allSatisfy((line) -> assertThat(line)
                        .hasSizeLessThanOrEqualTo(WrappedText.WIDTH)
                        .matches("\\p{Print}*"));
    }

    @Test
    void theLibraryIsNamedWithTheFileBehindIt() throws Exception {
        Path link = this.directory.resolve("libnvidia-ml.so.1");
        Files.createSymbolicLink(link, this.driver.library());

        this.visit.ends("--json", "--nvml-library=" + link);

        JsonNode place = this.visit.document().at("/driver/library/0");
        assertThat(place.at("/place").asString()).isEqualTo(link.toString());
        assertThat(place.at("/realPath").asString())
                .isEqualTo(this.driver.library().toRealPath().toString());
        assertThat(place.at("/refusal").isNull()).isTrue();
    }

    @Test
    void gpusThatAgreeFormOneGroup() {
        this.driver.gpus(4).value(2, "nvmlDeviceGetFanSpeed", 30).value(2, "nvmlDeviceGetName", "NVIDIA T4");

        int code = this.visit.ends(library());

        assertThat(code).isZero();
        assertThat(this.visit.output().lines().map(String::strip).map((line) -> line.replaceAll(" +", " ")))
                .containsSequence("GPUs 0-1, 3 GPU 2", "fan.speed NOT_SUPPORTED there")
                .contains("GPUs 0-1, 3 NVIDIA H100 80GB HBM3", "GPU 2 NVIDIA T4")
                .contains("NOT_SUPPORTED: Needs a board with a fan of its own.");
    }

    @Test
    void everyAbsenceInTheDocumentHasItsRemedy() {
        this.visit.ends("--json", library());

        JsonNode rows = this.visit.document().at("/support");
        assertThat(rows.size()).isGreaterThan(100);
        rows.forEach((row) -> {
            assertThat(row.at("/metric").asString()).isNotEmpty();
            row.at("/absent")
                    .forEach((absence) ->
                            assertThat(absence.at("/remedy").asString()).endsWith("."));
            assertThat(row.at("/gpus").size() + row.at("/absent/0/gpus").size()).isEqualTo(2);
        });
    }

    @Test
    void aLostGpuIsTroubleAndTheOtherIsStillLookedAt() {
        this.driver.lose(1);

        int code = this.visit.ends(library());

        assertThat(code).isEqualTo(1);
        assertThat(this.visit.sentences())
                .contains("GPU 1 is LOST: ", "the GPU has fallen off the bus (NVML code 15).")
                .contains("GPU 1: Look for Xid messages in the kernel log; stop gpulse and reset the GPU")
                .contains("GPU 0 NVIDIA H100 80GB HBM3");
    }

    @Test
    void withoutALibraryThePlacesAndTheLinkersErrorAreReported() {
        Path nothing = this.directory.resolve("nothing.so");

        int code = this.visit.with("usr/lib64/libnvidia-ml.so.1", "").ends("--nvml-library=" + nothing);

        assertThat(code).isEqualTo(3);
        assertThat(this.visit.sentences())
                .contains("The NVIDIA driver is not installed")
                .contains(": cannot open shared object file: No such file or directory")
                .contains("The library is at /usr/lib64/libnvidia-ml.so.1, but the linker does not find or accept it");
    }

    @Test
    void aMismatchOfVersionsRecommendsAReboot() {
        this.driver.mismatch();

        int code = this.visit.ends(library());

        assertThat(code).isEqualTo(3);
        assertThat(this.visit.sentences())
                .contains("different versions (NVML code 18).")
                .contains("Load the new driver: reboot: sudo reboot");
    }

    @Test
    void aLibraryOfAnotherVersionThanTheKernelsDriverIsAHint() throws Exception {
        Path older = this.directory.resolve("driver/libnvidia-ml.so.535.54.03");
        Files.copy(this.driver.library(), older);

        this.visit.ends("--nvml-library=" + older);

        assertThat(this.visit.sentences())
                .contains("The driver in the kernel is 580.95.05, its library is 535.54.03: reboot");
    }

    @Test
    void aSpecialPropertyOfAGpuIsAHint() {
        this.driver
                .value(0, "nvmlDeviceGetMigMode.currentMode", 1)
                .value(1, "nvmlDeviceGetName", "NVIDIA A40-8C")
                .value(1, "nvmlGpmQueryDeviceSupport.isSupportedDevice", 1)
                .code(1, "nvmlGpmSampleGet", 4);

        this.visit.ends(library());

        assertThat(this.visit.sentences())
                .contains("GPU 0 is split into instances (MIG)")
                .contains("GPU 1 is a virtual GPU (vGPU)")
                .contains("GPU 1 shows its performance counters to administrators only");
    }

    @Test
    void aGpuThatNeedsAResetGetsTheCommand() {
        this.driver.reset(0);

        assertThat(this.visit.ends(library())).isEqualTo(1);
        assertThat(this.visit.sentences()).contains("sudo nvidia-smi --gpu-reset -i 0; or reboot.");
    }

    @Test
    void callsAreTimed() {
        this.driver.sleep(0, "nvmlDeviceGetPowerUsage", 30);

        this.visit.ends("--json", library());

        JsonNode calls = this.visit.document().at("/calls");
        JsonNode power = calls.valueStream()
                .filter((call) -> call.at("/symbol").asString().equals("nvmlDeviceGetPowerUsage"))
                .findFirst()
                .orElseThrow();
        assertThat(power.at("/calls").asInt()).isEqualTo(8);
        assertThat(power.at("/longestMillis").asDouble()).isGreaterThanOrEqualTo(30);
        assertThat(calls.at("/0/medianMillis").asDouble())
                .isGreaterThanOrEqualTo(calls.at("/1/medianMillis").asDouble());
    }

    @Test
    void theSourcesOfPcieThroughputAreListedSideBySide() {
        this.driver
                .value(0, "nvmlGpmQueryDeviceSupport.isSupportedDevice", 1)
                .value(0, "nvmlGpmMetricsGet[21]", "2.5")
                .value(0, "nvmlDeviceGetFieldValues[198]", "growing:1048576")
                .value(0, "nvmlDeviceGetPcieThroughput(1)", 3072)
                .code(0, "nvmlDeviceGetPcieThroughput(0)", 4);

        this.visit.resting(Duration.ofMillis(250)).ends("--json", library());

        JsonNode sources = this.visit.document().at("/gpus/0/pcie");
        assertThat(sources.valueStream().map((source) -> source.at("/source").asString()))
                .containsExactly(
                        "nvmlGpmMetricsGet[21]",
                        "nvmlDeviceGetFieldValues[198] per second",
                        "nvmlDeviceGetPcieThroughput(1)",
                        "nvmlGpmMetricsGet[20]",
                        "nvmlDeviceGetFieldValues[197] per second",
                        "nvmlDeviceGetPcieThroughput(0)");
        assertThat(sources.at("/0/bytesPerSecond").asDouble()).isEqualTo(2.5 * (1 << 20));
        assertThat(sources.at("/1/bytesPerSecond").asDouble()).isPositive();
        assertThat(sources.at("/2/bytesPerSecond").asDouble()).isEqualTo(3072e3);
        assertThat(sources.at("/4/absent").asString()).isEqualTo("NOT_SUPPORTED");
        assertThat(sources.at("/5/absent").asString()).isEqualTo("NO_PERMISSION");
    }

    @Test
    void nodesAreReportedWithTheResultOfOpeningThem() {
        this.visit.with("dev/nvidiactl", "").with("dev/nvidia0", "").ends("--json", library());

        assertThat(this.visit
                        .document()
                        .at("/nodes")
                        .valueStream()
                        .map((node) -> node.at("/path").asString()))
                .containsExactly("/dev/nvidia0", "/dev/nvidiactl");
        assertThat(this.visit.document().at("/nodes/0/opens").asBoolean()).isTrue();
    }

    @Test
    void theDocumentsKeysStay() {
        this.visit.ends("--json", library());

        assertThat(this.visit.document().propertyNames())
                .isEqualTo(new java.util.LinkedHashSet<>(List.of(
                        "format",
                        "gpulse",
                        "at",
                        "exitCode",
                        "verdict",
                        "hints",
                        "hangs",
                        "machine",
                        "driver",
                        "nodes",
                        "gpus",
                        "support",
                        "calls",
                        "comparison")));
    }

    @Test
    void theKeysOfItsPartsStay() {
        this.visit.ends("--json", library());

        assertThat(keys("/machine"))
                .isEqualTo("host system kernel java user ids container containerMarks variables wsl");
        assertThat(keys("/driver")).isEqualTo("trouble version nvml cuda module library onDisk checks steps");
        assertThat(keys("/driver/library/0")).isEqualTo("place realPath refusal");
        assertThat(keys("/gpus/0")).isEqualTo("index uuid name pciBusId state detail implausible lookMillis pcie");
        assertThat(keys("/gpus/0/pcie/0")).isEqualTo("metric source bytesPerSecond absent");
        assertThat(keys("/support/0")).isEqualTo("metric gpus absent");
        assertThat(this.visit
                        .document()
                        .at("/support")
                        .valueStream()
                        .flatMap((row) -> row.at("/absent").valueStream())
                        .map((absence) -> String.join(" ", absence.propertyNames())))
                .containsOnly("gpus reason remedy");
        assertThat(keys("/comparison")).isEqualTo("program sentence compared unknown disagreements");
    }

    private String keys(String place) {
        return String.join(" ", this.visit.document().at(place).propertyNames());
    }

    private String library() {
        return "--nvml-library=" + this.driver.library();
    }
}
