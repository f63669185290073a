package io.gpulse.prometheus;

import io.gpulse.web.OccupancyMonitor.GpuOccupancy;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;

/** What the time and the energy of GPUs went to. */
final class OccupancySeries {

    private static final Family SECONDS = Family.counter(
            "gpulse_gpu_seconds",
            "Time since the GPU was seen first, over restarts of gpulse: active when something ran on it, held_idle"
                    + " when nothing ran though a process was on it, free otherwise, unknown when nobody looked.",
            Unit.SECONDS);

    private static final Family JOULES = Family.counter(
            "gpulse_gpu_state_energy_joules",
            "Energy that the GPU used in that time, as far as it is known; gpulse_gpu_energy_joules_total is the"
                    + " driver's own counter.",
            Unit.JOULES);

    static final List<Family> FAMILIES = List.of(SECONDS, JOULES);

    private OccupancySeries() {}

    static void add(GpuOccupancy gpu, Exposition exposition) {
        Labels labels = Labels.of("gpu", Integer.toString(gpu.index()), "uuid", gpu.uuid());
        gpu.seconds().forEach((state, seconds) -> exposition.add(SECONDS, labels.add("state", state), seconds));
        gpu.joules().forEach((state, joules) -> exposition.add(JOULES, labels.add("state", state), joules));
    }
}
