package io.gpulse.report;

import io.gpulse.event.message.Language;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The span and the GPUs to report.
 *
 * @param from Beginning of the span, exclusive: ISO-8601, or milliseconds since 1970. Default: a minute before `to`.
 * @param to End of the span, inclusive, at most a day after `from`. Default: now.
 * @param lang Language of the advice.
 */
record ReportQuery(
        @Parameter(schema = @Schema(type = "string", pattern = TimeRange.PATTERN)) @Nullable
        String from,

        @Parameter(schema = @Schema(type = "string", pattern = TimeRange.PATTERN)) @Nullable
        String to,

        @Parameter(
                description = KnownGpu.WANTED,
                example = "0,1",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String gpus,

        Language lang) {

    private static final Duration USUAL = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(1);

    ReportQuery {
        lang = Objects.requireNonNullElse(lang, Language.EN);
    }

    /**
     * Returns the part of the span that has passed.
     *
     * @param now in epoch ms
     * @throws ProblemException when the span is empty or too long
     */
    Span span(long now) {
        Instant end = this.to == null ? Instant.ofEpochMilli(now) : TimeRange.parse("to", this.to);
        Instant begin = this.from == null ? end.minus(USUAL) : TimeRange.parse("from", this.from);
        if (begin.isBefore(Instant.EPOCH)) {
            throw ProblemException.badRequest("from= must not be before 1970.");
        }
        if (Duration.between(begin, end).compareTo(LONGEST) > 0) {
            throw ProblemException.badRequest("to= must be at most a day after from=.");
        }
        Span span = new Span(begin.toEpochMilli(), Math.min(end.toEpochMilli(), now));
        if (span.from() >= span.to()) {
            throw ProblemException.badRequest("from= must be before to= and before now.");
        }
        return span;
    }
}
