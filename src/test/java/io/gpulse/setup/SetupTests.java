package io.gpulse.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.Diagnosis.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The findings on prepared machines. */
class SetupTests {

    private static final String LIBRARY = "usr/lib/x86_64-linux-gnu/libnvidia-ml.so.580.95.05";

    @TempDir
    private Path root;

    @BeforeEach
    void kernel() throws IOException {
        write("proc/sys/kernel/osrelease", "6.8.0-49-generic");
    }

    @Test
    void aMachineWithEverythingIsReady() throws IOException {
        library();
        module("580.95.05");
        nodes();

        Setup setup = setup();

        assertThat(setup.situation()).isEqualTo(Situation.READY);
        assertThat(setup.checks())
                .extracting(Diagnosis.Check::name)
                .containsExactly("library", "module", "nodes", "container", "wsl");
        assertThat(setup.checks()).extracting(Diagnosis.Check::outcome).containsOnly(Outcome.PASSED);
        assertThat(setup.checks())
                .extracting(Diagnosis.Check::detail)
                .containsExactly(
                        "/" + LIBRARY,
                        "580.95.05",
                        "/dev/nvidiactl and nodes of GPUs: 2",
                        "not in a container",
                        "not in WSL");
        assertThat(commands(setup)).startsWith("nvidia-smi\n").contains("--gpulse.source=nvml", " doctor");
    }

    @Test
    void withoutADriverTheFirstStepInstallsIt() throws IOException {
        write("etc/os-release", "NAME=Ubuntu\nID=ubuntu\nID_LIKE=debian");

        Setup setup = setup();

        assertThat(setup.situation()).isEqualTo(Situation.NO_DRIVER);
        assertThat(outcome(setup, "library")).isEqualTo(Outcome.FAILED);
        assertThat(outcome(setup, "module")).isEqualTo(Outcome.FAILED);
        assertThat(outcome(setup, "nodes")).isEqualTo(Outcome.FAILED);
        assertThat(commands(setup)).startsWith("sudo ubuntu-drivers install\nnvidia-smi\n");
        assertThat(setup.steps())
                .last()
                .satisfies((step) -> assertThat(step.title()).contains("--gpus all"));
    }

    @Test
    void theInstallerOfAnUnknownDistributionIsNotGuessed() throws IOException {
        write("etc/os-release", "ID=plan9");

        assertThat(setup().steps().get(0).command()).isNull();
    }

    @Test
    void aDriverWithoutDeviceNodesGetsThem() throws IOException {
        library();
        module("580.95.05");

        Setup setup = setup();

        assertThat(setup.situation()).isEqualTo(Situation.NO_DEVICE_NODES);
        assertThat(outcome(setup, "nodes")).isEqualTo(Outcome.FAILED);
        assertThat(commands(setup)).contains("sudo nvidia-modprobe -u -c 0");
    }

    @Test
    void aLibraryWithoutAKernelModuleIsLoaded() throws IOException {
        library();

        assertThat(setup().situation()).isEqualTo(Situation.NOT_LOADED);
        assertThat(commands(setup())).contains("sudo modprobe nvidia");
    }

    @Test
    void aKernelModuleWithoutALibraryNamesItsPath() throws IOException {
        module("580.95.05");
        nodes();

        assertThat(setup().situation()).isEqualTo(Situation.NO_LIBRARY);
        assertThat(commands(setup())).contains("--gpulse.nvml.library=");
    }

    @Test
    void aKernelModuleOfAnotherVersionNeedsAReboot() throws IOException {
        library();
        module("570.10.01");
        nodes();

        Setup setup = setup();

        assertThat(setup.situation()).isEqualTo(Situation.VERSIONS_DIFFER);
        assertThat(setup.checks().get(1).detail()).isEqualTo("570.10.01, but the library is 580.95.05");
        assertThat(commands(setup)).contains("sudo reboot");
    }

    @Test
    void aLibraryOfAnotherVersionThatIsNotLoadedDoesNotMatter() throws IOException {
        write("usr/lib/x86_64-linux-gnu/libnvidia-ml.so.550.54.15", "");
        library();
        Files.createSymbolicLink(
                this.root.resolve("usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1"), Path.of("libnvidia-ml.so.580.95.05"));
        module("580.95.05");
        nodes();

        assertThat(setup().situation()).isEqualTo(Situation.READY);
    }

    @Test
    void aContainerWithoutGpusIsStartedWithThem() throws IOException {
        write(".dockerenv", "");
        module("580.95.05");

        Setup setup = setup();

        assertThat(setup.situation()).isEqualTo(Situation.NOT_PASSED_IN);
        assertThat(outcome(setup, "container")).isEqualTo(Outcome.FAILED);
        assertThat(commands(setup))
                .contains("nvidia-smi\n", "nvidia-ctk", "docker run --gpus all", " -e GPULSE_SECURITY_ANONYMOUS=read ");
    }

    @Test
    void aContainerWithDeviceNodesIsNotSaidToHaveNoGpus() throws IOException {
        write(".dockerenv", "");
        module("580.95.05");
        nodes();

        assertThat(setup().situation()).isEqualTo(Situation.NOT_PASSED_IN);
        assertThat(setup().checks().get(3).detail())
                .isEqualTo("started without the library of the driver (--gpus all)");
    }

    @Test
    void aContainerOnAHostWithoutADriverInstallsItThere() throws IOException {
        write(".dockerenv", "");

        Setup setup = setup();

        assertThat(setup.situation()).isEqualTo(Situation.NO_DRIVER);
        assertThat(setup.steps().get(0).title()).contains("on the host");
    }

    @Test
    void aContainerWithGpusIsReady() throws IOException {
        write(".dockerenv", "");
        library();
        module("580.95.05");
        nodes();

        assertThat(setup().situation()).isEqualTo(Situation.READY);
        assertThat(outcome(setup(), "container")).isEqualTo(Outcome.PASSED);
    }

    @Test
    void wslNeedsTheDriverOfWindows() throws IOException {
        write("proc/sys/kernel/osrelease", "5.15.153.1-microsoft-standard-WSL2");

        Setup setup = setup();

        assertThat(setup.situation()).isEqualTo(Situation.NO_WINDOWS_DRIVER);
        assertThat(outcome(setup, "wsl")).isEqualTo(Outcome.FAILED);
        assertThat(outcome(setup, "module")).isEqualTo(Outcome.NOT_CHECKED);
        assertThat(commands(setup)).startsWith("wsl --shutdown");
    }

    @Test
    void wslWithTheDriverOfWindowsIsReady() throws IOException {
        write("proc/sys/kernel/osrelease", "5.15.153.1-microsoft-standard-WSL2");
        write("usr/lib/wsl/lib/libnvidia-ml.so.1", "");
        write("dev/dxg", "");

        assertThat(setup().situation()).isEqualTo(Situation.READY);
        assertThat(outcome(setup(), "wsl")).isEqualTo(Outcome.PASSED);
    }

    @Test
    void thereAreAlwaysThreeSteps() throws IOException {
        HostSystem system = new HostSystem(this.root, Map.of());
        for (Situation situation : Situation.values()) {
            assertThat(SetupSteps.of(situation, system, true)).hasSize(3);
            assertThat(SetupSteps.of(situation, system, false)).hasSize(3);
        }
    }

    private Setup setup() {
        return Setup.of(new HostSystem(this.root, Map.of()));
    }

    private void library() throws IOException {
        write(LIBRARY, "");
    }

    private void module(String version) throws IOException {
        write("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  " + version + "  Release");
    }

    private void nodes() throws IOException {
        write("dev/nvidia0", "");
        write("dev/nvidia1", "");
        write("dev/nvidiactl", "");
        write("dev/nvidia-uvm", "");
    }

    private void write(String file, String text) throws IOException {
        Path path = this.root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static Outcome outcome(Setup setup, String name) {
        return setup.checks().stream()
                .filter((check) -> check.name().equals(name))
                .findFirst()
                .orElseThrow()
                .outcome();
    }

    private static String commands(Setup setup) {
        StringBuilder text = new StringBuilder();
        setup.steps().forEach((step) -> text.append(step.command()).append('\n'));
        return text.toString();
    }
}
