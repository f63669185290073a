package io.gpulse.history.mark;

import io.gpulse.history.Moments;
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

        @Parameter(description = Moments.FROM, schema = @Schema(type = "string", pattern = Moments.PATTERN)) @Nullable
        String from,

        @Parameter(description = Moments.TO, schema = @Schema(type = "string", pattern = Moments.PATTERN)) @Nullable
        String to) {

    private static final Duration USUAL_RANGE = Duration.ofDays(30);

    Moments span(Instant now) {
        return new Moments.Asked(this.range, this.from, this.to).at(now, USUAL_RANGE);
    }
}
