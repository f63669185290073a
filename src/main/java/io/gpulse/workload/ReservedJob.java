package io.gpulse.workload;

import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A job of a scheduler that has no process on the GPUs that are assigned to it.
 *
 * @param id Number of the job.
 * @param system Scheduler; null when unknown.
 * @param user User; null when unknown.
 * @param gpus Indexes of the GPUs.
 */
@Schema(name = "ReservedJob")
record ReservedJob(
        @Schema(example = "280679") String id,

        @Schema(example = "slurm") @Nullable String system,

        @Schema(example = "mchen") @Nullable String user,

        List<Integer> gpus) {

    /**
     * Returns the jobs to which GPUs are assigned, but none of these.
     *
     * @param latest null before the first round
     */
    static List<ReservedJob> of(@Nullable Snapshot latest, Collection<JobReport> jobs, JobQuery query) {
        if (latest == null) {
            return List.of();
        }
        Set<String> known =
                jobs.stream().map((report) -> report.job().workload().id()).collect(Collectors.toSet());
        Map<String, ReservedJob> found = new LinkedHashMap<>();
        latest.gpus()
                .forEach((gpu) -> gpu.reservations().stream()
                        .filter((one) -> one.workload().kind() == Workload.Kind.JOB)
                        .filter((one) -> !known.contains(one.workload().id()))
                        .forEach((one) -> found.computeIfAbsent(one.workload().id(), (first) -> of(one))
                                .gpus
                                .add(gpu.index())));
        return found.values().stream()
                .filter((one) -> query.matches(one.user, one.system))
                .toList();
    }

    private static ReservedJob of(Reservation one) {
        return new ReservedJob(one.workload().id(), one.workload().system(), one.user(), new ArrayList<>());
    }
}
