package io.gpulse.doctor.report;

import io.gpulse.doctor.examination.DeviceNode;
import io.gpulse.doctor.examination.Driver;
import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.setup.ContainerEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Conclusions from several findings with their remedies, as sentences. */
final class Hints {

    /** A profile's name behind a board's: {@code GRID P4-1Q}, {@code NVIDIA A40-8C}. */
    private static final Pattern VIRTUAL = Pattern.compile("GRID .*|.*-\\d+(-\\d+)?[ABCQ]|.*\\bvGPU\\b.*");

    private static final Pattern UNPACKED = Pattern.compile("\\bjna\\d+\\.tmp\\b");

    private static final String LOG = " Look at the kernel log: sudo dmesg | grep -i -e nvrm -e xid.";

    private Hints() {}

    static List<String> of(Report report) {
        List<String> hints =
                new ArrayList<>(ContainerEnvironment.faults(report.machine().variables()));
        binding(report.driver()).ifPresent(hints::add);
        versions(report.driver()).ifPresent(hints::add);
        nodes(report, hints);
        library(report.driver()).ifPresent(hints::add);
        if (report.machine().wsl()) {
            hints.add("This is Linux on Windows (WSL): the driver is the one of Windows, which reports fewer figures"
                    + " here and no processes of Windows.");
        }
        report.gpus().forEach((gpu) -> of(gpu, hints));
        if (!report.passedOver().isEmpty()) {
            hints.add("No time was left for " + report.passedOver() + ": without persistence mode, waking a GPU takes"
                    + " seconds; switch it on by sudo nvidia-smi -pm 1, and run this again.");
        }
        return hints;
    }

    /** Returns the hint for JNA's native part, which it unpacks first and whose file the linker then names. */
    private static Optional<String> binding(Driver driver) {
        return driver.library().stream()
                .filter((place) ->
                        UNPACKED.matcher(String.valueOf(place.refusal())).find())
                .findFirst()
                .map((place) -> "The driver was not looked for: Java's native part cannot be loaded from the folder for"
                        + " temporary files, where nothing may be executed; name another by -Djna.tmpdir=FOLDER.");
    }

    private static Optional<String> versions(Driver driver) {
        Optional<String> kernel = driver.moduleVersion();
        Optional<String> library = driver.libraryVersion();
        if (kernel.isEmpty() || library.isEmpty() || kernel.equals(library)) {
            return Optional.empty();
        }
        return Optional.of("The driver in the kernel is " + kernel.get() + ", its library is " + library.get()
                + ": reboot, or install again so that both are the same; in a container, restart it.");
    }

    private static void nodes(Report report, List<String> hints) {
        List<String> refused = report.nodes().stream()
                .filter((node) ->
                        Boolean.FALSE.equals(node.opens()) && !node.path().contains("nvidia-caps"))
                .map(DeviceNode::path)
                .toList();
        if (!refused.isEmpty()) {
            hints.add("This user cannot open " + String.join(", ", refused)
                    + ": check the permissions by ls -l /dev/nvidia*,"
                    + " often group video or render; in a container the GPUs have to be passed in.");
        }
        if (report.nodes().isEmpty() && !report.driver().module().isEmpty()) {
            hints.add(
                    report.machine().container()
                            ? "The driver is loaded, but this container has no node of it in /dev: start it with"
                                    + " --gpus all."
                            : "The driver is loaded, but has no node in /dev: run sudo nvidia-modprobe -u -c 0.");
        }
    }

    private static Optional<String> library(Driver driver) {
        if (driver.loaded().isPresent() || driver.onDisk().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "The library is at " + driver.onDisk().get(0) + ", but the linker does not find or accept it:"
                        + " name it by --nvml-library=PATH here, and by --gpulse.nvml.library=PATH for gpulse.");
    }

    private static void of(ExaminedGpu gpu, List<String> hints) {
        String named = "GPU " + gpu.index();
        switch (gpu.condition()) {
            case LOST -> hints.add(named + ": " + Reason.GPU_LOST.remedy());
            case RESET_REQUIRED ->
                hints.add(named + " wants a reset: end what uses it, gpulse too, then sudo nvidia-smi --gpu-reset -i "
                        + gpu.index() + "; or reboot.");
            case STUCK -> hints.add(named + " hangs inside of the driver." + LOG + " If it does not return, reboot.");
            case ERROR -> hints.add(named + " is refused by the driver." + LOG);
            case OK -> special(gpu, named, hints);
            default -> {}
        }
    }

    private static void special(ExaminedGpu gpu, String named, List<String> hints) {
        if (gpu.known(Metric.MIG_MODE_CURRENT).orElse(null) instanceof Reading.State mode && mode.code() == 1) {
            hints.add(named
                    + " is split into instances (MIG): utilization is reported per instance, not for the whole GPU.");
        }
        if (VIRTUAL.matcher(gpu.name()).matches()) {
            hints.add(
                    named + " is a virtual GPU (vGPU): power, temperature, clocks and fans are available on the host.");
        }
        boolean locked = gpu.answers()
                && gpu.absence(Metric.ACTIVITY_SM)
                        .filter(Reason.NO_PERMISSION::equals)
                        .isPresent();
        if (locked) {
            hints.add(named + " shows its performance counters to administrators only; allow them to all by the module"
                    + " option NVreg_RestrictProfilingToAdminUsers=0.");
        }
    }
}
