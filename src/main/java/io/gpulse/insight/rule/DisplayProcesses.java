package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.DISPLAY_ACTIVE;
import static io.gpulse.metric.Metric.MEMORY_USED;
import static io.gpulse.metric.Metric.PROCESS_MEMORY;

import io.gpulse.device.ProcessSample;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** GPUs with a desktop: its memory is no work, and the driver does not report all of it per process. */
final class DisplayProcesses {

    /** A display manager without a display holds a few MiB. */
    private static final double OF_SERVER = 1L << 28;

    private DisplayProcesses() {}

    /** Returns whether a display is active, or graphics processes hold more memory than on a server. */
    static boolean draws(GpuRuleContext gpu) {
        double drawn = sum(gpu, (process) -> process.type() == ProcessSample.Type.GRAPHICS);
        return isActive(gpu) || !(drawn <= OF_SERVER);
    }

    private static boolean isActive(GpuRuleContext gpu) {
        return gpu.value(DISPLAY_ACTIVE) == 1;
    }

    /** A process that computes and draws is work where no display is active. */
    private static boolean isOfDesktop(GpuRuleContext gpu, ProcessSample process) {
        return process.type() == ProcessSample.Type.GRAPHICS
                || process.type() == ProcessSample.Type.COMPUTE_AND_GRAPHICS && isActive(gpu);
    }

    /** Returns the memory of processes; NaN when one of them does not report it. */
    private static double sum(GpuRuleContext gpu, Predicate<ProcessSample> wanted) {
        return gpu.gpu().processes().stream()
                .filter(wanted)
                .mapToDouble(
                        (process) -> process.readings().number(PROCESS_MEMORY).orElse(Double.NaN))
                .sum();
    }

    /** Returns the bytes held by compute processes: without a desktop, all used memory. NaN when unknown. */
    static double memoryOfWork(GpuRuleContext gpu) {
        return draws(gpu) ? sum(gpu, (process) -> !isOfDesktop(gpu, process)) : gpu.value(MEMORY_USED);
    }

    /** Returns the compute process with the most memory; null when there is none, or none is known. */
    static @Nullable ProcessSample largestOfWork(GpuRuleContext gpu) {
        return gpu.gpu().processes().stream()
                .filter((process) -> !isOfDesktop(gpu, process))
                .findFirst()
                .orElse(null);
    }
}
