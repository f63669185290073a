package io.gpulse.history.accounting;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
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
    /** Not sampled or not reported. */
    UNKNOWN;

    static Occupancy of(GpuSample gpu) {
        OptionalDouble utilization = Activity.utilization(gpu.readings());
        if (gpu.state() != GpuState.OK || utilization.isEmpty()) {
            return UNKNOWN;
        }
        if (Activity.isBusy(utilization.getAsDouble())) {
            return ACTIVE;
        }
        OptionalDouble processes = gpu.readings().number(Metric.PROCESSES_RUNNING);
        if (processes.isPresent()) {
            return processes.getAsDouble() > 0 ? HELD_IDLE : FREE;
        }
        if (gpu.readings().number(Metric.MEMORY_USED).isEmpty()) {
            return UNKNOWN;
        }
        return GpuMemory.isUntouched(gpu.readings()) ? FREE : HELD_IDLE;
    }

    /** Returns the name in labels and columns. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
