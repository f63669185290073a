package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.DISPLAY_ACTIVE;
import static io.gpulse.metric.Metric.MEMORY_USED;
import static io.gpulse.metric.Metric.PROCESS_MEMORY;

import io.gpulse.device.ProcessSample;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** GPUs that draw a desktop: its memory is no work, and the driver does not tell all of it by process. */
final class Displays {

    /** A GPU counts as idle up to this utilization. */
    static final double IDLE_PERCENT = 1;

    private Displays() {}

    /** Whether a display is, or a program that draws, is on the GPU. */
    static boolean draws(Case gpu) {
        return gpu.value(DISPLAY_ACTIVE) == 1 || gpu.gpu().processes().stream().anyMatch(Displays::draws);
    }

    private static boolean draws(ProcessSample process) {
        return process.type() == ProcessSample.Type.GRAPHICS
                || process.type() == ProcessSample.Type.COMPUTE_AND_GRAPHICS;
    }

    /** Bytes that are held by what computes: all that is used, where nothing draws. */
    static double memoryOfWork(Case gpu) {
        return draws(gpu)
                ? work(gpu).stream()
                        .mapToDouble((process) ->
                                process.readings().number(PROCESS_MEMORY).orElse(0))
                        .sum()
                : gpu.value(MEMORY_USED);
    }

    /** That with the most memory among those that compute; null when there is none, or none is known. */
    static @Nullable ProcessSample largestOfWork(Case gpu) {
        List<ProcessSample> work = work(gpu);
        return work.isEmpty() ? null : work.get(0);
    }

    private static List<ProcessSample> work(Case gpu) {
        return gpu.gpu().processes().stream()
                .filter((process) -> !draws(process))
                .toList();
    }
}
