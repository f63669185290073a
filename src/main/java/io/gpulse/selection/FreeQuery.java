package io.gpulse.selection;

import io.swagger.v3.oas.annotations.Parameter;
import java.time.Duration;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.hibernate.validator.constraints.time.DurationMax;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.BindParam;

/** Parameters of the search for free GPUs. */
record FreeQuery(
        @Parameter(description = "Number of GPUs.", example = "2") @Range(min = 1, max = 1024)
        Integer count,

        @BindParam("min-memory")
        @Parameter(
                name = "min-memory",
                description = "Minimum of memory that is free now: `40GiB`, `500MiB`, `40GB` (10⁹ bytes), `40G`"
                        + " (GiB). Default: at most 64 MiB are used, without the driver's reserve; with a driver before"
                        + " 510, which does not report its reserve, at most 5 %.",
                example = "40GiB")
        @Nullable
        DataSize minMemory,

        @BindParam("max-utilization")
        @Parameter(
                name = "max-utilization",
                description = "Maximum utilization at any time of the window, in percent.",
                example = "5")
        @Range(min = 0, max = 100)
        Double maxUtilization,

        @Parameter(
                description =
                        "Time span of the condition; `0s` considers the latest round only. After a start, less may"
                                + " have been sampled: see `windowSeconds`.",
                example = "60s")
        @DurationMax(minutes = Criteria.LONGEST_WINDOW_MINUTES)
        Duration window,

        @BindParam("allow-processes")
        @Parameter(
                name = "allow-processes",
                description = "Whether a GPU with processes counts as free; then its memory counts only with"
                        + " `min-memory`. An exclusive compute mode still admits no second process.")
        Boolean allowProcesses,

        @Parameter(
                description = "`env` for a line that a shell can export; when fewer GPUs are free than requested, the"
                        + " response is 409 with an empty body.")
        Format format) {

    /** The format of the response. */
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
