package io.gpulse.setup;

import static io.gpulse.device.Diagnosis.Outcome.FAILED;
import static io.gpulse.device.Diagnosis.Outcome.NOT_CHECKED;
import static io.gpulse.device.Diagnosis.Outcome.PASSED;

import io.gpulse.device.Diagnosis.Check;
import io.gpulse.device.Diagnosis.Step;
import java.util.List;
import java.util.Optional;

/**
 * The parts of the NVIDIA driver that a machine has, and the steps to the missing ones. Reads files only; the driver is
 * not called.
 *
 * @param checks library, kernel module, device nodes, container and WSL, in this order
 * @param steps three steps
 */
public record Setup(Situation situation, List<Check> checks, List<Step> steps) {

    /** Examines a machine. */
    public static Setup of(HostSystem system) {
        ContainerEnvironment around = ContainerEnvironment.of(system);
        Situation situation = Situation.of(system, around);
        List<Check> checks = List.of(
                library(system),
                module(system, situation, around.wsl()),
                nodes(system),
                container(around.container(), situation, DriverFiles.hasControlNode(system)),
                wsl(around.wsl(), situation));
        return new Setup(situation, checks, SetupSteps.of(situation, system, around.container()));
    }

    private static Check library(HostSystem system) {
        Optional<String> found = DriverFiles.libraries(system).stream().findFirst();
        return new Check(
                "library",
                "libnvidia-ml.so.1 found",
                found.isPresent() ? PASSED : FAILED,
                found.orElse("not found in the usual folders"));
    }

    private static Check module(HostSystem system, Situation situation, boolean wsl) {
        String title = "Kernel module nvidia";
        if (wsl) {
            return new Check("module", title, NOT_CHECKED, "not used in WSL");
        }
        if (situation == Situation.VERSIONS_DIFFER) {
            List<String> versions = Situation.versions(system);
            return new Check("module", title, FAILED, versions.get(0) + ", but the library is " + versions.get(1));
        }
        boolean loaded = DriverFiles.hasModule(system);
        String version = DriverFiles.module(system).stream()
                .findFirst()
                .flatMap(DriverFiles::version)
                .orElse("loaded");
        return new Check("module", title, loaded ? PASSED : FAILED, loaded ? version : "not loaded");
    }

    private static Check nodes(HostSystem system) {
        if (!DriverFiles.hasControlNode(system)) {
            return new Check("nodes", "Device nodes in /dev", FAILED, "/dev/nvidiactl is absent");
        }
        long gpus = DriverFiles.nodes(system).stream()
                .filter((node) -> node.getFileName().toString().matches("nvidia\\d+"))
                .count();
        String found = system.has("dev/nvidiactl") ? "/dev/nvidiactl and nodes of GPUs: " + gpus : "/dev/dxg";
        return new Check("nodes", "Device nodes in /dev", PASSED, found);
    }

    private static Check container(boolean container, Situation situation, boolean nodes) {
        if (!container) {
            return new Check("container", "Container", PASSED, "not in a container");
        }
        if (situation != Situation.NOT_PASSED_IN) {
            return new Check("container", "Container", PASSED, "in a container");
        }
        String missing =
                nodes ? "started without the library of the driver (--gpus all)" : "started without GPUs (--gpus all)";
        return new Check("container", "Container", FAILED, missing);
    }

    private static Check wsl(boolean wsl, Situation situation) {
        String title = "Windows Subsystem for Linux (WSL)";
        if (!wsl) {
            return new Check("wsl", title, PASSED, "not in WSL");
        }
        return situation == Situation.NO_WINDOWS_DRIVER
                ? new Check("wsl", title, FAILED, "without the driver of Windows")
                : new Check("wsl", title, PASSED, "in WSL");
    }
}
