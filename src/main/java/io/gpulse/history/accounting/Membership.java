package io.gpulse.history.accounting;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.workload.Workload;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The workload and the group of a process. The name of a notebook is not stored.
 *
 * @param group id of its group; null when unknown
 * @param kind of its workload, as the next two; null when there is none or it is unknown
 * @param system scheduler or container runtime; null when unknown
 */
public record Membership(
        @Nullable String group,
        Workload.@Nullable Kind kind,
        @Nullable String system,
        @Nullable String id) {

    public static final Membership NONE = new Membership(null, null, null, null);

    /** Without the start of its process, the id of a group is a PID, which later processes have again. */
    static Membership of(ProcessSample process) {
        Workload workload = process.workload();
        String group = process.group() == null || process.group().indexOf('-') < 0 ? null : process.group();
        return workload == null
                ? new Membership(group, null, null, null)
                : new Membership(group, workload.kind(), workload.system(), workload.id());
    }

    /** Returns whether it has a workload of which no two on a machine have the same id. */
    public boolean isNamed() {
        return this.kind != null && this.kind.isOfOneName() && this.id != null;
    }

    /** Returns the id of its job: that of its workload, as in addresses, else its group; null when unknown. */
    public @Nullable String job() {
        if (!isNamed()) {
            return this.group;
        }
        boolean ofScheduler = this.kind == Workload.Kind.JOB && this.system != null;
        String first =
                ofScheduler ? this.system : Objects.requireNonNull(this.kind).word();
        return (first + "-" + this.id).replaceAll("[^A-Za-z0-9._-]", "-");
    }

    /** Returns the newer workload where it is known, and the first group: its id depends on who is left of it. */
    Membership renewedBy(Membership newer) {
        Membership last = newer.kind == null ? this : newer;
        return new Membership(this.group == null ? newer.group : this.group, last.kind, last.system, last.id);
    }
}
