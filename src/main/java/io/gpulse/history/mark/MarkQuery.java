package io.gpulse.history.mark;

import io.gpulse.history.TimeRange;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** Of which time marks are asked for. */
record MarkQuery(
        @Parameter(description = "The time until now, `30d` when nothing is said.", example = "12h")
        @Nullable
        @DurationMin(nanos = 1)
        @DurationMax(days = 366)
        Duration range,

        @Parameter(description = TimeRange.FROM, schema = @Schema(type = "string", pattern = TimeRange.PATTERN))
        @Nullable
        String from,

        @Parameter(description = TimeRange.TO, schema = @Schema(type = "string", pattern = TimeRange.PATTERN)) @Nullable
        String to) {

    private static final Duration USUAL_RANGE = Duration.ofDays(30);

    TimeRange span(Instant now) {
        return new TimeRange.Asked(this.range, this.from, this.to).at(now, USUAL_RANGE);
    }
}
