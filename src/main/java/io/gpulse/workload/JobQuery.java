package io.gpulse.workload;

import io.gpulse.event.message.Language;
import io.swagger.v3.oas.annotations.Parameter;
import java.time.Duration;
import java.util.Objects;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/**
 * The jobs to list.
 *
 * @param user Only jobs of this user.
 * @param scheduler Only jobs of this scheduler or container runtime, as `slurm`.
 * @param state Only jobs in this state.
 * @param since Only jobs that were on a GPU in this time before now; 24 hours without it, at most 7 days.
 * @param lang Language of titles and advice.
 */
record JobQuery(
        @Nullable String user,

        @Parameter(example = "slurm") @Nullable String scheduler,

        JobReport.@Nullable State state,

        @Parameter(example = "24h") @DurationMin(nanos = 1) @DurationMax(days = 7)
        Duration since,

        Language lang) {

    JobQuery {
        since = Objects.requireNonNullElse(since, Duration.ofHours(24));
        lang = Objects.requireNonNullElse(lang, Language.EN);
    }

    boolean matches(GpuJob job) {
        return matches(job.user(), job.workload().system());
    }

    /** Returns whether a job of a user and a scheduler matches; null for what is unknown. */
    boolean matches(@Nullable String ofUser, @Nullable String system) {
        return (this.user == null || this.user.equals(ofUser))
                && (this.scheduler == null || this.scheduler.equals(system));
    }
}
