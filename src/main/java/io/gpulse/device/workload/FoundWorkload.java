package io.gpulse.device.workload;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import org.jspecify.annotations.Nullable;

/**
 * The workload of a process, or why there is none.
 *
 * @param workload null when there is none
 * @param row its reading of the catalogue
 */
public record FoundWorkload(@Nullable Workload workload, Reading row) {

    public static FoundWorkload of(Workload workload) {
        return new FoundWorkload(workload, new Reading.Text(workload.label()));
    }

    /** Returns no workload. */
    public static FoundWorkload none(Reason why) {
        return new FoundWorkload(null, Reading.absent(why));
    }
}
