package io.gpulse.history.accounting;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import java.util.Locale;
import java.util.OptionalDouble;

/** The use of a GPU. The names are part of the public contract. */
public enum Occupancy {
    /** A kernel ran: utilization was above 1 %. */
    ACTIVE,
    /** No kernel ran, but a process was on the GPU or memory was allocated. */
    HELD_IDLE,
    /** No kernel ran, and no process was on the GPU. */
    FREE,
    /** Free, but a scheduler had assigned the GPU to a job. */
    RESERVED,
    /** Not sampled or not reported. */
    UNKNOWN;

    /** Returns the use of a GPU in a round. */
    public static Occupancy of(GpuSample gpu) {
        Occupancy used = ofUse(gpu);
        return used == FREE && gpu.isReserved() ? RESERVED : used;
    }

    private static Occupancy ofUse(GpuSample gpu) {
        if (!gpu.isRead()) {
            return UNKNOWN;
        }
        OptionalDouble utilization = Activity.utilization(gpu.known());
        if (utilization.isEmpty()) {
            return isSplit(gpu) && GpuMemory.isUntouched(gpu.known()) ? FREE : UNKNOWN;
        }
        return Activity.isBusy(utilization.getAsDouble()) ? ACTIVE : ofIdle(gpu);
    }

    /**
     * Returns the use of a GPU by one of its processes of which the driver reports no utilization. On a GPU that is
     * split, it is as active as the MIG instance that it uses.
     *
     * @param ofGpu that of the whole GPU
     */
    static Occupancy of(ProcessSample process, GpuSample gpu, Occupancy ofGpu) {
        if (!gpu.isRead() || !isSplit(gpu)) {
            return ofGpu;
        }
        OptionalDouble activity = gpu.known().mig().stream()
                .filter((instance) -> instance.place().equals(process.instance()))
                .findFirst()
                .map(Activity::utilization)
                .orElse(OptionalDouble.empty());
        if (activity.isEmpty()) {
            return UNKNOWN;
        }
        return Activity.isBusy(activity.getAsDouble()) ? ACTIVE : HELD_IDLE;
    }

    private static Occupancy ofIdle(GpuSample gpu) {
        OptionalDouble processes = gpu.readings().number(Metric.PROCESSES_RUNNING);
        if (processes.isPresent()) {
            return processes.getAsDouble() > 0 ? HELD_IDLE : FREE;
        }
        if (!GpuMemory.isUseKnown(gpu.known())) {
            return UNKNOWN;
        }
        return GpuMemory.isUntouched(gpu.known()) ? FREE : HELD_IDLE;
    }

    /** Before Hopper the driver does not report how busy the instances are: only unused ones are known to be free. */
    private static boolean isSplit(GpuSample gpu) {
        return !gpu.known().mig().isEmpty()
                || gpu.readings().number(Metric.MIG_MODE_CURRENT).orElse(0) == 1;
    }

    /** Returns the name in labels and columns. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
