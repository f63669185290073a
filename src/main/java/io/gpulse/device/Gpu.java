package io.gpulse.device;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.List;
import java.util.Set;

/** A GPU that the driver gave us a handle of. Used by its lane only. */
public interface Gpu {

    GpuIdentity identity();

    /** Asks for all metrics of these cadences. Blocks while the driver answers. */
    GpuReadResult read(Set<Cadence> due);

    /**
     * What each source of a row of the GPU says by itself, in the order in which they are tried; a look takes the first
     * that is there. A rate, and what is measured between two moments, is known from the second time on. Blocks while
     * the driver answers.
     *
     * @return nothing when the GPU as a whole is in trouble
     */
    default List<Reading> bySource(Metric row) {
        return List.of();
    }
}
