package io.gpulse.view;

import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Spelling;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The job, the container or the service to which a process belongs. Its kind and id are equal for all its processes.
 *
 * @param kind Kind: JOB of a scheduler, POD of Kubernetes, CONTAINER, KERNEL of a Jupyter notebook, RAY (the workers of
 *     an actor or a task), or UNIT (a service of systemd, or a scope that systemd-run made).
 * @param id Number of the job with its index in an array, UID of the pod, id of the container or the kernel, class of
 *     the Ray actor, or name of the unit.
 * @param name Path of the kernel's notebook; null for other kinds, when unknown, and for readers who may not see
 *     command lines.
 * @param system Scheduler (slurm, pbs, lsf, htcondor) or container runtime (for example docker, cri-containerd, crio,
 *     libpod, lxc); null when unknown.
 * @param step Step of a job of Slurm: batch, extern, interactive or a number; null when there is none.
 * @param evidence Source: cgroup (`/proc/PID/cgroup`), gpustat-file (`/run/gpustat`), hpc-job-file (the job mapping of
 *     DCGM's exporter), kernel-file (the connection file of a Jupyter kernel), or title (the arguments of the process,
 *     which its user can change).
 */
@Schema(name = "Workload")
public record WorkloadResponse(
        @Schema(example = "JOB") Workload.Kind kind,

        @Schema(example = "280678") String id,

        @Schema(example = "null") @Nullable String name,

        @Schema(example = "slurm") @Nullable String system,

        @Schema(example = "batch") @Nullable String step,

        @Schema(
                example = "cgroup",
                allowableValues = {"cgroup", "gpustat-file", "hpc-job-file", "kernel-file", "title"})
        String evidence) {

    static @Nullable WorkloadResponse of(@Nullable Workload workload, View view) {
        if (workload == null) {
            return null;
        }
        return of(view.hides(Metric.PROCESS_COMMAND) ? workload.unnamed() : workload);
    }

    static WorkloadResponse of(Workload workload) {
        return new WorkloadResponse(
                workload.kind(),
                workload.id(),
                workload.name(),
                workload.system(),
                workload.step(),
                Spelling.dashed(workload.evidence()));
    }
}
