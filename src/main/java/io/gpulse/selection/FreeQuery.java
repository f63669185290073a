package io.gpulse.selection;

import io.swagger.v3.oas.annotations.Parameter;
import java.time.Duration;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.hibernate.validator.constraints.time.DurationMax;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.BindParam;

/**
 * The conditions for free GPUs.
 *
 * @param count Number of GPUs.
 * @param minMemory Minimum of memory that is free now: `40GiB`, `500MiB`, `40GB` (10⁹ bytes), `40G` (GiB). Default: at
 *     most 64 MiB are used, without the driver's reserve; with a driver before 510, which does not report its reserve,
 *     at most 5 %.
 * @param maxUtilization Maximum utilization at any time of the window, in percent.
 * @param window Time span of the condition; `0s` considers the latest round only. After a start, less may have been
 *     sampled: see `windowSeconds`.
 * @param allowProcesses Whether a GPU with processes, or one that a scheduler has reserved, counts as free; then its
 *     memory counts only with `min-memory`. An exclusive compute mode still admits no second process.
 * @param model Words of the product name, such as `H100`; `L4` does not include an L40S; upper and lower case are
 *     equal. Default: any model.
 * @param mig Profile of MIG instances; then `count` is the number of instances, and `uuid` is that of an instance.
 *     `max-utilization` and `window` do not apply: an instance is free when it has no process and at most 64 MiB of its
 *     memory are used, or as much as requested is free. Default: whole GPUs.
 * @param format `env` for a line that a shell can export; when fewer GPUs are free than requested, the response is 409
 *     with an empty body.
 */
record FreeQuery(
        @Parameter(example = "2") @Range(min = 1, max = 1024)
        Integer count,

        @BindParam("min-memory") @Parameter(name = "min-memory", example = "40GiB") @Nullable
        DataSize minMemory,

        @BindParam("max-utilization") @Parameter(name = "max-utilization", example = "5") @Range(min = 0, max = 100)
        Double maxUtilization,

        @Parameter(example = "60s") @DurationMax(minutes = FreeQuery.LONGEST_WINDOW_MINUTES)
        Duration window,

        @BindParam("allow-processes") @Parameter(name = "allow-processes")
        Boolean allowProcesses,

        @Parameter(example = "H100") @Nullable String model,

        @Parameter(example = "1g.10gb") @Nullable MigProfile mig,

        Format format) {

    static final long LONGEST_WINDOW_MINUTES = 10;

    private static final double USUAL_UTILIZATION = 5;
    private static final Duration USUAL_WINDOW = Duration.ofMinutes(1);

    /** The defaults: one GPU without processes that has been idle for a minute. */
    static final FreeQuery USUAL =
            new FreeQuery(1, null, USUAL_UTILIZATION, USUAL_WINDOW, false, null, null, Format.JSON);

    /** The format of the response. */
    enum Format {
        /** A {@link FreeGpusResponse}. */
        JSON,
        /** Variables for CUDA programs. */
        ENV
    }

    FreeQuery {
        count = Objects.requireNonNullElse(count, 1);
        maxUtilization = Objects.requireNonNullElse(maxUtilization, USUAL_UTILIZATION);
        window = Objects.requireNonNullElse(window, USUAL_WINDOW);
        allowProcesses = Objects.requireNonNullElse(allowProcesses, false);
        model = model == null || model.isBlank() ? null : model.strip();
        format = Objects.requireNonNullElse(format, Format.JSON);
    }

    /** Returns the defaults with another time span. */
    static FreeQuery within(Duration window) {
        return new FreeQuery(1, null, USUAL_UTILIZATION, window, false, null, null, Format.JSON);
    }

    boolean isForShells() {
        return this.format == Format.ENV;
    }
}
