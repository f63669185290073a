package io.gpulse.history.accounting;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.metric.Metric;
import java.util.Locale;
import java.util.OptionalDouble;

/** What a GPU's time is spent on. The names are part of the public contract. */
public enum Occupancy {
    /** Something ran on it: its utilization was above 1 %. */
    ACTIVE,
    /** Nothing ran, and somebody held it: a process was on it or memory was allocated. */
    HELD_IDLE,
    /** Nothing ran, and nobody held it. */
    FREE,
    /** Nobody looked, or it did not say. */
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

    /** As labels and columns have it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
