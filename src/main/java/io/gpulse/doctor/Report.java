package io.gpulse.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that the doctor found.
 *
 * @param nodes null-free; empty when the driver has none here
 * @param patients the GPUs, by index
 * @param calls how long native calls took, the slowest first
 * @param hangs what did not return, as sentences
 */
record Report(
        Instant at,
        Machine machine,
        ContainerEnvironment confines,
        Driver driver,
        List<Node> nodes,
        List<ExaminedGpu> patients,
        List<Stopwatch.CallTimes> calls,
        Comparison comparison,
        List<String> hangs) {

    private static final Set<GpuCondition> TOLD_ELSEWHERE =
            EnumSet.of(GpuCondition.OK, GpuCondition.STUCK, GpuCondition.NO_TIME_LEFT);

    ExitCode exitCode() {
        if (!this.hangs.isEmpty()) {
            return ExitCode.HANGS;
        }
        if (this.driver.trouble() != null || this.patients.isEmpty()) {
            return ExitCode.NO_GPU;
        }
        boolean well = this.patients.stream().allMatch((patient) -> patient.condition() == GpuCondition.OK);
        return well && this.comparison.disagreements().isEmpty() ? ExitCode.FINE : ExitCode.TROUBLE;
    }

    /** How it is, in a sentence or two. */
    String verdict() {
        List<String> sentences = new ArrayList<>(this.hangs);
        if (this.driver.trouble() != null) {
            sentences.add(this.driver.trouble());
        }
        this.patients.stream()
                .filter((patient) -> !TOLD_ELSEWHERE.contains(patient.condition()))
                .forEach((patient) -> sentences.add(
                        "GPU " + patient.index() + " is " + patient.condition() + ": " + ended(patient.detail())));
        if (!passedOver().isEmpty()) {
            sentences.add("Not looked at, or not to the end, since no time was left: " + passedOver() + ".");
        }
        int disagreements = this.comparison.disagreements().size();
        if (disagreements > 0) {
            sentences.add(
                    disagreements == 1
                            ? "nvidia-smi says something else in 1 value."
                            : "nvidia-smi says something else in " + disagreements + " values.");
        }
        return sentences.isEmpty() ? allIsWell() : String.join(" ", sentences);
    }

    /** The GPUs for which no time was left; empty when there are none. */
    String passedOver() {
        List<Integer> gpus = this.patients.stream()
                .filter((patient) -> patient.condition() == GpuCondition.NO_TIME_LEFT)
                .map(ExaminedGpu::index)
                .toList();
        return gpus.isEmpty() ? "" : (gpus.size() == 1 ? "GPU " : "GPUs ") + Ranges.of(gpus);
    }

    private static String ended(@Nullable String sentence) {
        String text = String.valueOf(sentence);
        return text.endsWith(".") ? text : text + ".";
    }

    private String allIsWell() {
        int gpus = this.patients.size();
        String answers = gpus == 1 ? "The GPU answers" : gpus + " GPUs answer";
        return this.comparison.compared() == 0
                ? answers + "; nothing was compared with nvidia-smi."
                : answers + ", and nvidia-smi says the same in " + this.comparison.compared() + " values.";
    }

    Support support() {
        return Support.of(this.patients);
    }

    List<String> hints() {
        return Hints.of(this);
    }
}
