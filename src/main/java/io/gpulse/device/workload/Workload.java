package io.gpulse.device.workload;

import io.gpulse.metric.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * The job, the container or the service to which a process belongs. Its kind and id are equal for all its processes.
 *
 * @param id of the job (with its array index), the pod or the container; the kernel's id, the unit's name, or the class
 *     of a Ray actor
 * @param name path of a kernel's notebook, which not every client may see; null when there is none or it is not known
 * @param system the scheduler or the container runtime, as {@code slurm} or {@code docker}; null when it is not known
 * @param step of a job of Slurm, as {@code batch} or {@code 0}; null when there is none
 */
public record Workload(
        Kind kind,
        String id,
        @Nullable String name,
        @Nullable String system,
        @Nullable String step,
        Evidence evidence) {

    public Workload {
        id = PrintableText.of(id);
        name = name == null ? null : PrintableText.of(name);
        step = step == null ? null : PrintableText.of(step);
    }

    /** Creates a workload of which no more is known. */
    public Workload(Kind kind, String id, Evidence evidence) {
        this(kind, id, null, null, null, evidence);
    }

    /** Returns the same workload without its name. */
    public Workload unnamed() {
        return new Workload(this.kind, this.id, null, this.system, this.step, this.evidence);
    }

    /** Returns whether both are one workload. */
    public boolean isSame(@Nullable Workload other) {
        return other != null && this.kind == other.kind && this.id.equals(other.id);
    }

    /** Returns whether it is a job with its number: Slurm 26.05 names the control groups of jobs by another id. */
    public boolean isNumberedJob() {
        return this.kind == Kind.JOB && !(this.id.startsWith("s") && "slurm".equals(this.system));
    }

    /** Returns its kind and id, as {@code slurm job 280678}. */
    public String label() {
        return (this.system == null ? "" : this.system + " ") + this.kind.word + " " + this.id;
    }

    /** The kinds. The names are part of the public contract. */
    public enum Kind {
        /** A job of a scheduler. */
        JOB("job"),
        /** A pod of Kubernetes; its id is its UID. */
        POD("pod"),
        /** A container. */
        CONTAINER("container"),
        /** The kernel of a Jupyter notebook. */
        KERNEL("kernel"),
        /** The workers of a Ray actor or task. */
        RAY("ray"),
        /** A service of systemd, or a scope that {@code systemd-run} made; not the session of a login. */
        UNIT("unit");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Returns whether no two workloads of a machine have one id; others differ by their user. */
        public boolean isOfOneName() {
            return this != RAY && this != UNIT;
        }

        /** Returns its word in texts. */
        public String word() {
            return this.word;
        }
    }

    /** The sources. The names are part of the public contract. */
    public enum Evidence {
        /** The kernel's list of the process's control groups, {@code /proc/PID/cgroup}. */
        CGROUP,
        /** A file in which a scheduler's prolog wrote the job of a GPU, {@code /run/gpustat/INDEX}. */
        GPUSTAT_FILE,
        /** A file of the job mapping of DCGM's exporter. */
        HPC_JOB_FILE,
        /** The connection file of a Jupyter kernel. */
        KERNEL_FILE,
        /** The argument list of the process, or of a process that it descends from; it can be changed by its user. */
        TITLE
    }
}
