package io.gpulse.nvml.session;

import static io.gpulse.device.Diagnosis.Outcome.FAILED;
import static io.gpulse.device.Diagnosis.Outcome.NOT_CHECKED;
import static io.gpulse.device.Diagnosis.Outcome.PASSED;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.Diagnosis.Check;
import io.gpulse.device.Diagnosis.Outcome;
import io.gpulse.device.Diagnosis.Step;
import io.gpulse.device.SourceKind;
import io.gpulse.nvml.library.LibraryPlace;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.setup.DriverFiles;
import io.gpulse.setup.HostSystem;
import io.gpulse.setup.SetupSteps;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The description of the search for the driver: its findings, and the next steps. */
final class DriverDiagnosis {

    private static final Step TRY =
            new Step("Look around with demo data", SetupSteps.COMMAND + " --gpulse.source=demo");

    private final String library;
    private final HostSystem system;
    private final SourceKind kind;

    DriverDiagnosis(String library, Path root) {
        this(library, root, SourceKind.NVML);
    }

    private DriverDiagnosis(String library, Path root, SourceKind kind) {
        this.library = library;
        this.system = new HostSystem(root, Map.of());
        this.kind = kind;
    }

    /** Returns the diagnosis of a simulated or recorded driver, which checks nothing on this machine. */
    static DriverDiagnosis notOfThisMachine(SourceKind kind) {
        return new DriverDiagnosis("libnvidia-ml.so.1", Path.of(""), kind);
    }

    /** @param tried the places at which the library was searched */
    Diagnosis noLibrary(List<LibraryPlace> tried) {
        Optional<LibraryPlace> unusable = tried.stream()
                .filter((place) -> !place.isLoaded() && !place.isMissing())
                .findFirst();
        String reason = unusable.map((place) -> "The library of the NVIDIA driver cannot be loaded: " + place.place()
                        + ": " + place.refusal() + ".")
                .orElse("The NVIDIA driver is not installed: " + this.library + " was not found.");
        String detail = unusable.isPresent() ? "cannot be loaded" : "not found";
        return new Diagnosis(reason, checks(FAILED, NOT_CHECKED, detail), orTry(SetupSteps.OF_MISSING_LIBRARY));
    }

    Diagnosis refusedInit(NvmlReturn returned) {
        List<Check> checks = checks(PASSED, FAILED, returned.words());
        return switch (returned) {
            case DRIVER_NOT_LOADED ->
                new Diagnosis(
                        "The NVIDIA driver is not loaded (NVML code 9).", checks, orTry(SetupSteps.OF_SILENT_DRIVER));
            case LIB_RM_VERSION_MISMATCH ->
                new Diagnosis(
                        "The NVIDIA driver was upgraded: the one in the kernel and its library have different versions"
                                + " (NVML code 18). Reboot; if nvidia-smi works, restart gpulse.",
                        checks,
                        SetupSteps.OF_UPGRADED_DRIVER);
            case NO_PERMISSION ->
                new Diagnosis(
                        "The NVIDIA driver refuses gpulse: insufficient permissions (NVML code 4).",
                        checks,
                        SetupSteps.OF_MISSING_PERMISSION);
            default ->
                new Diagnosis(
                        "The NVIDIA driver could not be initialised: " + returned.words() + ".",
                        checks,
                        SetupSteps.OF_SILENT_DRIVER);
        };
    }

    Diagnosis refusedCount(NvmlReturn returned) {
        return switch (returned) {
            case DRIVER_NOT_LOADED, LIB_RM_VERSION_MISMATCH, NO_PERMISSION -> refusedInit(returned);
            default ->
                new Diagnosis(
                        "The NVIDIA driver does not report the number of its GPUs: " + returned.words() + ".",
                        checks(PASSED, FAILED, returned.words()),
                        SetupSteps.OF_SILENT_DRIVER);
        };
    }

    Diagnosis noDevices(String driver) {
        return new Diagnosis(
                "The NVIDIA driver " + driver + " is loaded, but it has no GPU.",
                checks(PASSED, PASSED, driver),
                SetupSteps.OF_MISSING_GPUS);
    }

    private static List<Step> orTry(List<Step> steps) {
        return Stream.concat(steps.stream(), Stream.of(TRY)).toList();
    }

    Diagnosis found(String driver, String gpus) {
        if (this.kind == SourceKind.DEMO) {
            Check shown = new Check("demo", "Simulated GPUs", PASSED, gpus + " shown");
            return new Diagnosis(null, List.of(shown, notLookedFor("gpulse shows demo data")), List.of());
        }
        if (this.kind == SourceKind.RECORDING) {
            Check shown = new Check("recording", "Recorded GPUs", PASSED, gpus + " shown");
            return new Diagnosis(null, List.of(shown, notLookedFor("gpulse replays a recording")), List.of());
        }
        List<Check> checks = List.of(
                new Check("library", this.library + " found", PASSED, null),
                new Check("driver", "NVIDIA driver loaded", PASSED, driver),
                new Check("nodes", "/dev/nvidiactl", node(), null),
                new Check("gpus", "GPUs", PASSED, gpus));
        return new Diagnosis(null, checks, List.of());
    }

    private static Check notLookedFor(String why) {
        return new Check("driver", "NVIDIA driver", NOT_CHECKED, "not looked for: " + why);
    }

    private List<Check> checks(Outcome found, Outcome initialised, @Nullable String detail) {
        if (this.kind == SourceKind.RECORDING) {
            return List.of(new Check("recording", "The recorded driver answers", initialised, detail));
        }
        Outcome devices = initialised == PASSED ? FAILED : NOT_CHECKED;
        return List.of(
                new Check("library", this.library + " found", found, found == PASSED ? null : detail),
                new Check("module", "Kernel module nvidia", module(), module() == PASSED ? "loaded" : "not loaded"),
                new Check("nodes", "/dev/nvidiactl", node(), node() == PASSED ? "present" : "absent"),
                new Check(
                        "driver",
                        "NVIDIA driver answers",
                        initialised,
                        initialised == NOT_CHECKED ? "not queried" : detail),
                new Check("gpus", "GPUs", devices, devices == FAILED ? "none" : "not queried"));
    }

    private Outcome module() {
        return DriverFiles.hasModule(this.system) ? PASSED : FAILED;
    }

    private Outcome node() {
        return DriverFiles.hasControlNode(this.system) ? PASSED : FAILED;
    }
}
