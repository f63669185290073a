package io.gpulse.history;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** Which series of which time are asked for, and how fine. */
record HistoryQuery(
        @Parameter(
                description = "Rows of GPUs and of the machine: keys of the catalogue or globs (`*`, `?`), separated by"
                        + " commas. Absent: utilization, memory, power and temperature.",
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

        @Parameter(description = "The time until now, `1h` when nothing is said.", example = "12h")
        @Nullable
        @DurationMin(nanos = 1)
        @DurationMax(days = 366)
        Duration range,

        @Parameter(description = TimeRange.FROM, schema = @Schema(type = "string", pattern = TimeRange.PATTERN))
        @Nullable
        String from,

        @Parameter(description = TimeRange.TO, schema = @Schema(type = "string", pattern = TimeRange.PATTERN)) @Nullable
        String to,

        @Parameter(description = "The most buckets that are wanted.", example = "600") @Range(min = 2, max = 2000)
        Integer points,

        @Parameter(description = "`csv` for a row for each bucket of each series; so does `Accept: text/csv`.")
        @Nullable
        Format format) {

    static final Duration USUAL_RANGE = Duration.ofHours(1);
    private static final int USUAL_POINTS = 600;

    /** What the answer is written in. */
    enum Format {
        /** A {@link HistoryResponse}. */
        JSON,
        /** A line for each bucket of each series. */
        CSV
    }

    HistoryQuery {
        points = Objects.requireNonNullElse(points, USUAL_POINTS);
    }

    TimeRange.Asked span() {
        return new TimeRange.Asked(this.range, this.from, this.to);
    }
}
