package io.gpulse.prometheus;

import io.gpulse.web.OccupancyMonitor.GpuOccupancy;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;

/** The series of time and energy of GPUs by occupancy. */
final class OccupancySeries {

    private static final Family SECONDS = Family.counter(
            "gpulse_gpu_seconds",
            "Time since the first sample of the GPU, over restarts of gpulse: active while it was busy, held_idle while"
                    + " it was idle with a process, free otherwise, unknown without samples.",
            Unit.SECONDS);

    private static final Family JOULES = Family.counter(
            "gpulse_gpu_state_energy_joules",
            "Energy used in that time, as far as known; gpulse_gpu_energy_joules_total is the driver's own counter.",
            Unit.JOULES);

    static final List<Family> FAMILIES = List.of(SECONDS, JOULES);

    private OccupancySeries() {}

    static void add(GpuOccupancy gpu, Exposition exposition) {
        Labels labels = Labels.of("gpu", Integer.toString(gpu.index()), "uuid", gpu.uuid());
        gpu.seconds().forEach((state, seconds) -> exposition.add(SECONDS, labels.add("state", state), seconds));
        gpu.joules().forEach((state, joules) -> exposition.add(JOULES, labels.add("state", state), joules));
    }
}
