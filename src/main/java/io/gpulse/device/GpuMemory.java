package io.gpulse.device;

import io.gpulse.metric.Metric;
import java.util.OptionalDouble;

/** The use of a GPU, concluded from its used memory where its processes are not known. */
public final class GpuMemory {

    /** Less than a CUDA context takes: no program computes on a GPU below this. */
    private static final double NEXT_TO_NOTHING = 64 * 1024.0 * 1024;

    /** The largest share of the memory that a driver before 510 counts as used without a process. */
    private static final double MOST_RESERVED = 0.05;

    /** The code of {@link Metric#MEMORY_KIND} for memory that is shared with the system. */
    public static final long SHARED = 1;

    private GpuMemory() {}

    /** Returns whether next to nothing of its memory is used; false when that is not known. */
    public static boolean isUntouched(Readings gpu) {
        OptionalDouble used = gpu.number(Metric.MEMORY_USED);
        return used.isPresent() && used.getAsDouble() <= mostUnused(gpu);
    }

    /**
     * Returns whether next to nothing of the memory of a GPU is used.
     *
     * @param used in bytes
     * @param total in bytes; NaN when unknown
     * @param isReservedKnown whether the memory that the driver reserves is reported, and not part of the used one
     */
    public static boolean isUntouched(double used, double total, boolean isReservedKnown) {
        return used <= (isReservedKnown ? NEXT_TO_NOTHING : mostUnused(total));
    }

    private static double mostUnused(double total) {
        return Double.isNaN(total) ? NEXT_TO_NOTHING : Math.max(NEXT_TO_NOTHING, MOST_RESERVED * total);
    }

    /** Returns whether next to nothing of the memory of a MIG instance is used; false when that is not known. */
    public static boolean isUntouched(MigSample instance) {
        OptionalDouble used = instance.readings().number(Metric.MIG_MEMORY_USED);
        return used.isPresent() && used.getAsDouble() <= NEXT_TO_NOTHING;
    }

    /** Returns whether next to nothing of the memory of a GPU, or of each of its MIG instances, is used. */
    public static boolean isUntouched(GpuReadings gpu) {
        return gpu.mig().isEmpty() ? isUntouched(gpu.own()) : gpu.mig().stream().allMatch(GpuMemory::isUntouched);
    }

    /** Returns whether the used memory of a GPU, or of each of its MIG instances, is known. */
    public static boolean isUseKnown(GpuReadings gpu) {
        return gpu.mig().isEmpty()
                ? gpu.own().number(Metric.MEMORY_USED).isPresent()
                : gpu.mig().stream()
                        .allMatch((instance) -> instance.readings()
                                .number(Metric.MIG_MEMORY_USED)
                                .isPresent());
    }

    /** Returns whether it has no memory of its own, but shares that of the system with all programs. */
    public static boolean isShared(Readings gpu) {
        return gpu.number(Metric.MEMORY_KIND).orElse(0) == SHARED;
    }

    // Nothing is reserved of the memory that is shared with the system. A driver that reports its reserved memory
    // counts it separately; others count it as used.
    private static double mostUnused(Readings gpu) {
        if (isShared(gpu) || gpu.number(Metric.MEMORY_RESERVED).isPresent()) {
            return NEXT_TO_NOTHING;
        }
        return mostUnused(gpu.number(Metric.MEMORY_TOTAL).orElse(0));
    }
}
