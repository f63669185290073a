package io.gpulse.workload;

import io.gpulse.event.LoggedEvent;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The use of GPUs by a job.
 *
 * @param state whether it runs
 * @param reserved indexes of further GPUs that are assigned to it now, but have no process of it
 * @param events faults and alerts of its GPUs while it ran, the oldest first
 * @param hostCpu of its processes now, in percent of one core; NaN when unknown
 * @param hostMemory of its processes now, in bytes; NaN when unknown
 * @param every time between rounds, in seconds
 */
record JobReport(
        GpuJob job,
        State state,
        List<JobGpu> gpus,
        List<Integer> reserved,
        List<LoggedEvent> events,
        double hostCpu,
        double hostMemory,
        double every) {

    /** Whether a job runs. The names are part of the public contract. */
    enum State {
        /** A process of it was in the last samples. */
        RUNNING,
        /** All of its processes have left their GPUs. */
        ENDED,
        /** Its GPUs are not sampled now. */
        UNKNOWN
    }

    double sum(ToDoubleFunction<JobGpu> value) {
        return this.gpus.stream().mapToDouble(value).sum();
    }
}
