package io.gpulse.history.summary;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.TimeRangeParameters;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The GPUs to summarize. */
record SpanQuery(
        @Parameter(
                description = KnownGpu.WANTED,
                example = "0,GPU-1a2b",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String gpus) {

    private static final Duration USUAL_RANGE = Duration.ofHours(24);

    /**
     * A time span that is aligned to the stored rows.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive; may be in the future
     * @param now in epoch ms
     */
    record Span(long from, long to, long now) {

        /** Extends the requested time span to multiples of a width. */
        static Span of(TimeRangeParameters time, Instant now, long widthMillis) {
            TimeRange range = time.at(now, USUAL_RANGE);
            return new Span(
                    Math.floorDiv(range.from().toEpochMilli(), widthMillis) * widthMillis,
                    -Math.floorDiv(-range.to().toEpochMilli(), widthMillis) * widthMillis,
                    now.toEpochMilli());
        }

        Instant begin() {
            return Instant.ofEpochMilli(this.from);
        }

        Instant end() {
            return Instant.ofEpochMilli(this.to);
        }
    }
}
