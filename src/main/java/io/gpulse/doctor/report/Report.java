package io.gpulse.doctor.report;

import io.gpulse.doctor.ExitCode;
import io.gpulse.doctor.comparison.Comparison;
import io.gpulse.doctor.examination.CallTimer;
import io.gpulse.doctor.examination.DeviceNode;
import io.gpulse.doctor.examination.Driver;
import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.doctor.examination.GpuCondition;
import io.gpulse.doctor.examination.Machine;
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
 * @param gpus the GPUs, by index
 * @param calls the durations of native calls, the slowest first
 * @param hangs the steps that did not return, as sentences
 */
public record Report(
        Instant at,
        Machine machine,
        Driver driver,
        List<DeviceNode> nodes,
        List<ExaminedGpu> gpus,
        List<CallTimer.CallTimes> calls,
        Comparison comparison,
        List<String> hangs) {

    private static final Set<GpuCondition> TOLD_ELSEWHERE =
            EnumSet.of(GpuCondition.OK, GpuCondition.STUCK, GpuCondition.NO_TIME_LEFT);

    public ExitCode exitCode() {
        if (!this.hangs.isEmpty()) {
            return ExitCode.HANGS;
        }
        if (this.driver.trouble() != null || this.gpus.isEmpty()) {
            return ExitCode.NO_GPU;
        }
        boolean well = this.gpus.stream().allMatch((gpu) -> gpu.condition() == GpuCondition.OK);
        return well && this.comparison.disagreements().isEmpty() ? ExitCode.FINE : ExitCode.TROUBLE;
    }

    /** Returns the verdict in one or two sentences. */
    private String verdict() {
        List<String> sentences = new ArrayList<>(this.hangs);
        if (this.driver.trouble() != null) {
            sentences.add(this.driver.trouble());
        }
        this.gpus.stream()
                .filter((gpu) -> !TOLD_ELSEWHERE.contains(gpu.condition()))
                .forEach((gpu) ->
                        sentences.add("GPU " + gpu.index() + " is " + gpu.condition() + ": " + ended(gpu.detail())));
        if (!passedOver().isEmpty()) {
            sentences.add("Not looked at, or not to the end, since no time was left: " + passedOver() + ".");
        }
        int disagreements = this.comparison.disagreements().size();
        if (disagreements > 0) {
            sentences.add(
                    disagreements == 1
                            ? "nvidia-smi differs in 1 value."
                            : "nvidia-smi differs in " + disagreements + " values.");
        }
        return sentences.isEmpty() ? allIsWell() : String.join(" ", sentences);
    }

    /** Returns the GPUs for which no time was left; empty without any. */
    String passedOver() {
        List<Integer> gpus = this.gpus.stream()
                .filter((gpu) -> gpu.condition() == GpuCondition.NO_TIME_LEFT)
                .map(ExaminedGpu::index)
                .toList();
        return gpus.isEmpty() ? "" : IndexRanges.ofGpus(gpus);
    }

    private static String ended(@Nullable String sentence) {
        String text = String.valueOf(sentence);
        return text.endsWith(".") ? text : text + ".";
    }

    private String allIsWell() {
        int gpus = this.gpus.size();
        String answers = gpus == 1 ? "The GPU answers" : gpus + " GPUs answer";
        return this.comparison.compared() == 0
                ? answers + "; nothing was compared with nvidia-smi."
                : answers + ", and nvidia-smi agrees in " + this.comparison.compared() + " values.";
    }

    /** Returns the report as it is written. */
    public Document document() {
        return new Document(
                Document.FORMAT,
                Machine.version(),
                this.at,
                exitCode().code(),
                verdict(),
                Hints.of(this),
                this.hangs,
                this.machine,
                this.driver,
                this.nodes,
                this.gpus.stream().map(Document.Gpu::of).toList(),
                Document.Support.of(this.gpus),
                this.calls,
                this.comparison);
    }
}
