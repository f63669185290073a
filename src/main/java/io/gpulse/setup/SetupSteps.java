package io.gpulse.setup;

import io.gpulse.device.Diagnosis.Step;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The steps that connect the GPUs of a machine. */
public final class SetupSteps {

    /** The command that started this process, without options. */
    public static final String COMMAND = System.getProperty("io.gpulse.command", "java -jar gpulse.jar");

    /** In a container gpulse does not start without a security setting; the port is open to this machine only. */
    public static final String CONTAINER =
            "docker run --gpus all -p 127.0.0.1:8080:8080 -e GPULSE_SECURITY_ANONYMOUS=read gpulse";

    public static final String INSTALL = "Install the NVIDIA driver of your distribution, if this machine has a GPU";

    public static final Step CHECK = new Step("Check the driver on this machine", "nvidia-smi");

    public static final Step LOAD = new Step("Load it, or reboot after a driver update", "sudo modprobe nvidia");

    public static final Step REBOOT = new Step("Load the new driver: reboot", "sudo reboot");

    public static final Step PASS_IN = new Step("In a container, pass the GPUs in", CONTAINER);

    /** The driver does not answer. */
    public static final List<Step> OF_SILENT_DRIVER = List.of(CHECK, LOAD, PASS_IN);

    /** The driver in the kernel and its library have different versions. */
    public static final List<Step> OF_UPGRADED_DRIVER =
            List.of(REBOOT, new Step("If nvidia-smi works, restart gpulse", "nvidia-smi"));

    public static final List<Step> OF_MISSING_LIBRARY = List.of(CHECK, new Step(INSTALL, null), PASS_IN);

    public static final List<Step> OF_MISSING_PERMISSION = List.of(
            new Step("See who may open the device nodes", "ls -l /dev/nvidia*"),
            new Step("Run gpulse as a user that may, often in group video", "id"),
            PASS_IN);

    /** The driver answers, but has no GPU. */
    public static final List<Step> OF_MISSING_GPUS =
            List.of(CHECK, new Step("See whether the bus shows one", "lspci -d 10de:"), PASS_IN);

    /** The driver no longer reaches a GPU. */
    public static final List<Step> OF_LOST_GPU = List.of(
            CHECK,
            new Step("Look for NVRM messages in the kernel log", "sudo dmesg | grep -i nvrm"),
            new Step("Reset the GPU, or reboot", "sudo reboot"));

    private static final Step CHECK_HOST =
            new Step("Check the driver on the host, outside of the container", "nvidia-smi");

    private static final Step START =
            new Step("Start gpulse with the GPUs; a container needs --gpus all", COMMAND + " --gpulse.source=nvml");

    private static final Step START_CONTAINER = new Step("Start the container with the GPUs", CONTAINER);

    private static final Map<String, String> INSTALLERS =
            Map.of("ubuntu", "sudo ubuntu-drivers install", "debian", "sudo apt install nvidia-driver");

    private SetupSteps() {}

    /** Returns three steps, the second of which removes the reason why the GPUs cannot be read. */
    static List<Step> of(Situation situation, HostSystem system, boolean container) {
        Step check = container ? CHECK_HOST : CHECK;
        Step start = container ? START_CONTAINER : START;
        return switch (situation) {
            case READY -> List.of(CHECK, start, examine(container));
            case NO_DRIVER -> List.of(install(system, container), check, start);
            case NOT_LOADED -> List.of(check, LOAD, start);
            case VERSIONS_DIFFER ->
                container
                        ? List.of(check, new Step("Reboot the host if nvidia-smi fails there", "sudo reboot"), start)
                        : List.of(check, REBOOT, start);
            case NO_DEVICE_NODES ->
                List.of(
                        check,
                        new Step("Create the device nodes of the driver", "sudo nvidia-modprobe -u -c 0"),
                        start);
            case NO_LIBRARY ->
                List.of(check, new Step("Find the library of the driver", "ldconfig -p | grep libnvidia-ml"), named());
            case NOT_PASSED_IN -> List.of(check, toolkit(), start);
            case NO_WINDOWS_DRIVER ->
                List.of(
                        new Step("Install the NVIDIA driver in Windows, then restart WSL", "wsl --shutdown"),
                        check,
                        start);
        };
    }

    private static Step install(HostSystem system, boolean container) {
        return container
                ? new Step("Install the NVIDIA driver on the host, if it has a GPU", null)
                : new Step(INSTALL, installer(system));
    }

    /** Returns the command of this distribution; null for one that is not known. */
    private static @Nullable String installer(HostSystem system) {
        return system.read("etc/os-release").stream()
                .flatMap(String::lines)
                .filter((line) -> line.startsWith("ID="))
                .map((line) -> line.substring(3).replace("\"", ""))
                .filter(INSTALLERS::containsKey)
                .findFirst()
                .map(INSTALLERS::get)
                .orElse(null);
    }

    private static Step toolkit() {
        return new Step(
                "Install the NVIDIA Container Toolkit on the host, and let docker use it",
                "sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker");
    }

    private static Step named() {
        return new Step("Start gpulse with the path of the library", COMMAND + " --gpulse.nvml.library=PATH");
    }

    private static Step examine(boolean container) {
        String command = container ? "docker run --rm --gpus all gpulse doctor" : COMMAND + " doctor";
        return new Step("If a GPU is missing, examine this machine", command);
    }
}
