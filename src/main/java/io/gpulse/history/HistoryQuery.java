package io.gpulse.history;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;

/**
 * The requested series, their resolution and their format.
 *
 * @param metrics Metrics of GPUs, of MIG instances and of the host: keys of the catalogue or globs (`*`, `?`),
 *     separated by commas. Default: utilization, memory, power and temperature; with `mig`: memory and SM activity of
 *     instances.
 * @param mig For metrics of MIG instances, only these: UUIDs, or ids of GPU instance and compute instance such as
 *     `9/0`, separated by commas. Instances that are gone are included; one that was created again has a series of its
 *     own, although its UUID and ids are the same. Default: all of the requested GPUs.
 * @param points Maximum number of buckets.
 * @param format `csv` for one row per bucket of each series, like `Accept: text/csv`.
 */
record HistoryQuery(
        @Parameter(
                example = "power.draw,host.cpu.*,mig.memory.used",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String metrics,

        @Parameter(
                description = KnownGpu.WANTED,
                example = "0,1",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String gpus,

        @Parameter(schema = @Schema(type = "string", pattern = "[^,\\s]")) @Nullable
        String mig,

        @Parameter(example = "600") @Range(min = 2, max = 2000)
        Integer points,

        @Nullable Format format) {

    private static final int USUAL_POINTS = 600;

    /** The format of the response. */
    enum Format {
        /** A {@link HistoryResponse}. */
        JSON,
        /** One row per bucket of each series. */
        CSV
    }

    HistoryQuery {
        points = Objects.requireNonNullElse(points, USUAL_POINTS);
    }
}
