package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.DISPLAY_ACTIVE;
import static io.gpulse.metric.Metric.MEMORY_USED;
import static io.gpulse.metric.Metric.PROCESS_MEMORY;

import io.gpulse.device.ProcessSample;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** GPUs that draw a desktop: its memory is no work, and the driver does not tell all of it by process. */
final class DisplayProcesses {

    /** A GPU counts as idle up to this utilization. */
    static final double IDLE_PERCENT = 1;

    /** A display manager without a display holds a few MiB. */
    private static final double OF_SERVER = 1L << 28;

    /** Whose memory it is cannot be said. */
    static final Verdict UNTOLD = new Verdict.Unknown(
            new Phrase("a desktop uses the GPU, and a process does not report its memory", "GPU 用于桌面显示，且有进程未提供显存用量"));

    private DisplayProcesses() {}

    /** Whether a desktop is on the GPU: a display is, or programs that draw hold more than they do on any server. */
    static boolean draws(GpuRuleContext gpu) {
        double drawn = sum(gpu, (process) -> process.type() == ProcessSample.Type.GRAPHICS);
        return isActive(gpu) || !(drawn <= OF_SERVER);
    }

    private static boolean isActive(GpuRuleContext gpu) {
        return gpu.value(DISPLAY_ACTIVE) == 1;
    }

    /** What computes and draws is work where nobody sees what it draws. */
    private static boolean isOfDesktop(GpuRuleContext gpu, ProcessSample process) {
        return process.type() == ProcessSample.Type.GRAPHICS
                || process.type() == ProcessSample.Type.COMPUTE_AND_GRAPHICS && isActive(gpu);
    }

    /** NaN when one of them does not tell. */
    private static double sum(GpuRuleContext gpu, Predicate<ProcessSample> wanted) {
        return gpu.gpu().processes().stream()
                .filter(wanted)
                .mapToDouble(
                        (process) -> process.readings().number(PROCESS_MEMORY).orElse(Double.NaN))
                .sum();
    }

    /** Bytes that are held by what computes: where there is no desktop, all that is used. NaN when it is not known. */
    static double memoryOfWork(GpuRuleContext gpu) {
        return draws(gpu) ? sum(gpu, (process) -> !isOfDesktop(gpu, process)) : gpu.value(MEMORY_USED);
    }

    /** That with the most memory among those that compute; null when there is none, or none is known. */
    static @Nullable ProcessSample largestOfWork(GpuRuleContext gpu) {
        return gpu.gpu().processes().stream()
                .filter((process) -> !isOfDesktop(gpu, process))
                .findFirst()
                .orElse(null);
    }
}
