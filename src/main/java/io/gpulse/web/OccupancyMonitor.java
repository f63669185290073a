package io.gpulse.web;

import java.util.List;
import java.util.Map;

/** Reports time and energy of each GPU by occupancy and, where it is configured, by owner. Does not block. */
@FunctionalInterface
public interface OccupancyMonitor {

    /** Returns the counts; none until those of the previous run have been loaded. */
    List<GpuOccupancy> occupancies();

    /** Returns the name of the label that holds an owner. */
    default String ownerLabel() {
        return "";
    }

    /** Returns the use by each owner since the start of gpulse; none unless it is configured. */
    default List<OwnerUse> owners() {
        return List.of();
    }

    /**
     * The use of a GPU by an owner.
     *
     * @param index the driver's index
     * @param held memory of its processes now, in bytes; NaN when unknown or none is there
     * @param active time in which a kernel of one of its processes ran, or may have, in seconds
     * @param heldIdle time in which none ran, in seconds
     * @param joules its known share of the GPU's energy
     */
    record OwnerUse(int index, String uuid, String owner, double held, double active, double heldIdle, double joules) {}

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
