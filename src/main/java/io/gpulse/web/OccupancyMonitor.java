package io.gpulse.web;

import java.util.List;
import java.util.Map;

/** What the time and the energy of each GPU went to, for features that report it. */
@FunctionalInterface
public interface OccupancyMonitor {

    /** Nothing while it is not known what was counted before. */
    List<GpuOccupancy> occupancies();

    /**
     * Of one GPU, since it was seen first.
     *
     * @param index the driver's index
     * @param seconds by occupancy: active, held_idle, free and unknown; they only grow
     * @param joules by occupancy, as far as it is known; they only grow
     */
    record GpuOccupancy(int index, String uuid, Map<String, Double> seconds, Map<String, Double> joules) {

        public GpuOccupancy {
            seconds = Map.copyOf(seconds);
            joules = Map.copyOf(joules);
        }
    }
}
