package io.gpulse.history.accounting;

import io.gpulse.device.workload.Workload;
import org.jspecify.annotations.Nullable;

/** Whose processes are added up for monitoring systems. The names are values of a property. */
public enum OwnerLabel {
    /** Nothing is added up. */
    OFF(""),
    /** Those of each user. */
    USER("user"),
    /** Those of each job, by the id of its workload, else of its group. */
    JOB("job_id"),
    /** Those of each pod, by UID. */
    POD("pod_uid");

    private final String label;

    OwnerLabel(String label) {
        this.label = label;
    }

    /** Returns the name of the label of series; Prometheus uses {@code job} and {@code pod} for what it scrapes. */
    public String label() {
        return this.label;
    }

    /** Returns the owner of a process; null when there is none or it is unknown. */
    @Nullable
    String of(ProcessAccount process) {
        Membership membership = process.identity().membership();
        return switch (this) {
            case OFF -> null;
            case USER -> process.identity().user();
            case JOB -> membership.job();
            case POD -> membership.kind() == Workload.Kind.POD ? membership.id() : null;
        };
    }
}
