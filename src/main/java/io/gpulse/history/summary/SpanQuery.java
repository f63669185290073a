package io.gpulse.history.summary;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** Which time is asked for, and of which GPUs. */
record SpanQuery(
        @Parameter(description = "The time until now, `24h` when nothing is said.", example = "7d")
        @Nullable
        @DurationMin(nanos = 1)
        @DurationMax(days = 366)
        Duration range,

        @Parameter(description = TimeRange.FROM, schema = @Schema(type = "string", pattern = TimeRange.PATTERN))
        @Nullable
        String from,

        @Parameter(description = TimeRange.TO, schema = @Schema(type = "string", pattern = TimeRange.PATTERN)) @Nullable
        String to,

        @Parameter(
                description = KnownGpu.WANTED,
                example = "0,GPU-1a2b",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String gpus) {

    private static final Duration USUAL_RANGE = Duration.ofHours(24);

    /** The time that is asked for, from the beginning of a part of it to the end of one. */
    Span span(Instant now, long partMillis) {
        TimeRange asked = new TimeRange.Asked(this.range, this.from, this.to).at(now, USUAL_RANGE);
        long from = Math.floorDiv(asked.from().toEpochMilli(), partMillis) * partMillis;
        long to = -Math.floorDiv(-asked.to().toEpochMilli(), partMillis) * partMillis;
        return new Span(from, to, now.toEpochMilli());
    }

    /**
     * A time.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive; may be in the future
     * @param now in epoch ms
     */
    record Span(long from, long to, long now) {

        Instant begin() {
            return Instant.ofEpochMilli(this.from);
        }

        Instant end() {
            return Instant.ofEpochMilli(this.to);
        }
    }
}
