package io.gpulse.history.accounting;

import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
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

    private static final double IDLE_PERCENT = 1;

    static Occupancy of(GpuSample gpu) {
        OptionalDouble utilization = utilization(gpu.readings());
        if (gpu.state() != GpuState.OK || utilization.isEmpty()) {
            return UNKNOWN;
        }
        if (utilization.getAsDouble() > IDLE_PERCENT) {
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

    /** The most of the time since the last round: a short kernel is work too. */
    private static OptionalDouble utilization(Readings readings) {
        OptionalDouble most = readings.number(Metric.UTILIZATION_GPU_MAX);
        OptionalDouble mean = readings.number(Metric.UTILIZATION_GPU);
        if (most.isPresent() && mean.isPresent()) {
            return OptionalDouble.of(Math.max(most.getAsDouble(), mean.getAsDouble()));
        }
        return mean.isPresent() ? mean : readings.number(Metric.ACTIVITY_SM);
    }

    /** As labels and columns have it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
