package io.gpulse.device;

import io.gpulse.metric.Metric;
import java.util.OptionalDouble;

/** What the used memory of a GPU says of who is on it, where nobody tells. */
public final class GpuMemory {

    /** Below that no program computes on it: a CUDA context alone takes more. */
    private static final double NEXT_TO_NOTHING = 64 * 1024.0 * 1024;

    /** The most of its memory that a driver before 510 counts as used though nobody uses it. */
    private static final double MOST_RESERVED = 0.05;

    private GpuMemory() {}

    /** Whether next to nothing of its memory is used; not when that is not known. */
    public static boolean isUntouched(Readings gpu) {
        OptionalDouble used = gpu.number(Metric.MEMORY_USED);
        return used.isPresent() && used.getAsDouble() <= mostUnused(gpu);
    }

    // A driver that tells what it reserves counts it apart; one that does not counts it as used.
    private static double mostUnused(Readings gpu) {
        if (gpu.number(Metric.MEMORY_RESERVED).isPresent()) {
            return NEXT_TO_NOTHING;
        }
        double total = gpu.number(Metric.MEMORY_TOTAL).orElse(0);
        return Math.max(NEXT_TO_NOTHING, MOST_RESERVED * total);
    }
}
