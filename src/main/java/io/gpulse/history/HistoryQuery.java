package io.gpulse.history;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;

/** The requested series, their resolution and their format. */
record HistoryQuery(
        @Parameter(
                description = "Metrics of GPUs and of the host: keys of the catalogue or globs (`*`, `?`), separated by"
                        + " commas. Default: utilization, memory, power and temperature.",
                example = "power.draw,host.cpu.*",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String metrics,

        @Parameter(
                description = KnownGpu.WANTED,
                example = "0,GPU-1a2b",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String gpus,

        @Parameter(description = "Maximum number of buckets.", example = "600") @Range(min = 2, max = 2000)
        Integer points,

        @Parameter(description = "`csv` for one row per bucket of each series, like `Accept: text/csv`.") @Nullable
        Format format) {

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
