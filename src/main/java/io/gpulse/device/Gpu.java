package io.gpulse.device;

import io.gpulse.metric.Cadence;
import java.util.Set;

/** A GPU that the driver gave us a handle of. Used by its lane only. */
public interface Gpu {

    GpuIdentity identity();

    /** Asks for all metrics of these cadences. Blocks while the driver answers. */
    Look look(Set<Cadence> due);
}
