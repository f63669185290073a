package io.gpulse.web;

import java.util.List;
import java.util.Map;

/** Reports time and energy of each GPU by occupancy. */
@FunctionalInterface
public interface OccupancyMonitor {

    /** Returns the counts; none until those of the previous run have been loaded. */
    List<GpuOccupancy> occupancies();

    /**
     * The counts of one GPU since its first sample. They only grow.
     *
     * @param index the driver's index
     * @param seconds by occupancy: active, held_idle, free, unknown, and reserved if it is not 0
     * @param joules by occupancy, as far as known
     */
    record GpuOccupancy(int index, String uuid, Map<String, Double> seconds, Map<String, Double> joules) {

        public GpuOccupancy {
            seconds = Map.copyOf(seconds);
            joules = Map.copyOf(joules);
        }
    }
}
