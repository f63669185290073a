package io.gpulse.selection;

import io.gpulse.device.GpuSample;
import java.time.Duration;
import java.util.List;

/**
 * The free GPUs, and the reasons against the others. Each GPU of the machine is in one of the lists.
 *
 * @param window time span that was sampled for all free GPUs, at most the requested window; when none is free, the
 *     longest span of any GPU
 * @param chosen at most the requested number of free GPUs, the best first
 * @param alsoFree further free GPUs
 * @param rejected by index
 */
public record Selection(Duration window, List<GpuSample> chosen, List<GpuSample> alsoFree, List<Rejected> rejected) {

    public Selection {
        chosen = List.copyOf(chosen);
        alsoFree = List.copyOf(alsoFree);
        rejected = List.copyOf(rejected);
    }

    /**
     * A GPU that is not free.
     *
     * @param reasons sentences; at least one
     */
    public record Rejected(GpuSample gpu, List<String> reasons) {}
}
