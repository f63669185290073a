package io.gpulse.workload;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;

/**
 * Jobs on GPUs.
 *
 * @param from Begin of the time span.
 * @param to End of the time span.
 * @param simulated Whether the GPUs are simulated or recorded ones.
 * @param jobs The jobs that were on a GPU in it, the newest first. Numbers cover their whole life, as far as it is
 *     stored.
 * @param reserved Jobs of schedulers that have no process on the GPUs that are assigned to them now.
 * @param omitted Number of older jobs beyond 500.
 */
@Schema(name = "Jobs")
record JobsResponse(
        @Schema(example = "2026-11-20T10:00:00.000Z") Instant from,

        @Schema(example = "2026-11-21T10:00:00.000Z") Instant to,

        @Schema(example = "false") boolean simulated,

        List<JobResponse> jobs,

        List<ReservedJob> reserved,

        @Schema(example = "0") int omitted) {

    static final int MOST = 500;
}
