package io.gpulse.web.monitor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports the class of each GPU, as other machines see it. Read in each scrape: does not block. */
@FunctionalInterface
public interface ClassMonitor {

    /** Returns the classes; none before the first round. */
    List<ClassOfGpu> classes();

    /**
     * A GPU.
     *
     * @param index the driver's index
     * @param uuid null until the first response of the driver
     * @param place of its class in their order: 0 unknown, 1 in trouble, 2 held idle, 3 reserved, 4 free, 5 working
     */
    record ClassOfGpu(int index, @Nullable String uuid, int place) {}
}
