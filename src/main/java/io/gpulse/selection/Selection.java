package io.gpulse.selection;

import io.gpulse.device.GpuSample;
import java.time.Duration;
import java.util.List;

/**
 * Which GPUs are free, and why the others are not. Every GPU of the machine is in one of the lists.
 *
 * @param window for how long all that are free have been watched, at most what was asked for; when none is free, for
 *     how long any has been
 * @param chosen at most as many as asked for, the best first
 * @param alsoFree free too, beyond what was asked for
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
