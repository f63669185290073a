package io.gpulse.device.workload;

import io.gpulse.metric.Reading;
import org.jspecify.annotations.Nullable;

/**
 * A GPU, or a MIG instance of it, that a scheduler has assigned to a job, whether or not a process of the job uses it.
 *
 * @param place the GPU by index or UUID; a MIG instance by UUID, or as {@code 2.10}: the GPU's index and the id of the
 *     GPU instance
 * @param user of the job; null when it is not known
 */
public record Reservation(
        String place, Workload workload, @Nullable String user) {

    /** Returns whether another source has the same job on the same place. */
    public boolean isSame(Reservation other) {
        return this.place.equals(other.place) && this.workload.isSame(other.workload);
    }

    /**
     * Returns whether it can be that of a process on its GPU: of its user, or where that is not known, of a process
     * that runs in no other workload than an unnumbered job.
     *
     * @param owner the user of the process
     * @param found the workload of the process; null when there is none
     */
    public boolean isOf(Reading owner, @Nullable Workload found) {
        return this.user == null
                ? found != null && found.kind() == Workload.Kind.JOB
                : owner instanceof Reading.Text name && name.text().equals(this.user);
    }
}
