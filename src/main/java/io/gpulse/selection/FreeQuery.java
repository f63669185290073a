package io.gpulse.selection;

import io.swagger.v3.oas.annotations.Parameter;
import java.time.Duration;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.hibernate.validator.constraints.time.DurationMax;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.BindParam;

/** Which GPUs a request takes for free. */
record FreeQuery(
        @Parameter(description = "How many GPUs are wanted.", example = "2") @Range(min = 1, max = 1024)
        Integer count,

        @BindParam("min-memory")
        @Parameter(
                name = "min-memory",
                description = "So much memory must be free now: `40GiB`, `500MiB`, `40GB` (10⁹ bytes), `40G` (means"
                        + " GiB). Absent: at most 64 MiB of it may be used; what the driver reserves does not count,"
                        + " and a driver before 510, which does not report what it reserves, may use 5 %.",
                example = "40GiB")
        @Nullable
        DataSize minMemory,

        @BindParam("max-utilization")
        @Parameter(
                name = "max-utilization",
                description = "The utilization that it must not have exceeded at any moment of the window, in percent.",
                example = "5")
        @Range(min = 0, max = 100)
        Double maxUtilization,

        @Parameter(
                description = "For how long it must have been so; `0s` considers the latest round only. Where less has"
                        + " been sampled, as right after the start, `windowSeconds` says how much.",
                example = "60s")
        @DurationMax(minutes = Criteria.LONGEST_WINDOW_MINUTES)
        Duration window,

        @BindParam("allow-processes")
        @Parameter(
                name = "allow-processes",
                description = "Whether it counts as free while processes are on it; then, without `min-memory`, its"
                        + " memory is not considered. An exclusive compute mode admits no second one even so.")
        Boolean allowProcesses,

        @Parameter(
                description = "`env` for a line that a shell can export; with fewer GPUs than asked for it is 409 with"
                        + " an empty body.")
        Format format) {

    /** What the answer is written in. */
    enum Format {
        /** A {@link FreeGpusResponse}. */
        JSON,
        /** Variables for CUDA programs. */
        ENV
    }

    FreeQuery {
        count = Objects.requireNonNullElse(count, Criteria.USUAL.count());
        maxUtilization = Objects.requireNonNullElse(maxUtilization, Criteria.USUAL.maxUtilization());
        window = Objects.requireNonNullElse(window, Criteria.USUAL.window());
        allowProcesses = Objects.requireNonNullElse(allowProcesses, Criteria.USUAL.allowProcesses());
        format = Objects.requireNonNullElse(format, Format.JSON);
    }

    Criteria criteria() {
        Long bytes = this.minMemory == null ? null : this.minMemory.toBytes();
        return new Criteria(this.count, bytes, this.maxUtilization, this.window, this.allowProcesses);
    }

    boolean isForShells() {
        return this.format == Format.ENV;
    }
}
