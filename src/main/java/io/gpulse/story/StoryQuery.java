package io.gpulse.story;

import io.gpulse.event.message.Language;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.TimeRangeParameters;
import io.gpulse.web.ProblemException;
import io.gpulse.web.parameter.TextOrJson;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The GPUs, the language and the format of a story.
 *
 * @param lang Language of the sentences.
 * @param format `text` for one line per sentence, at most 80 columns wide, like `Accept: text/plain`.
 */
record StoryQuery(
        @Parameter(
                description = KnownGpu.WANTED,
                example = "0,1",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String gpus,

        Language lang,

        @Nullable TextOrJson format) {

    private static final Duration USUAL_RANGE = Duration.ofHours(12);
    private static final Duration LONGEST = Duration.ofDays(7);

    StoryQuery {
        lang = Objects.requireNonNullElse(lang, Language.EN);
    }

    /** @throws ProblemException for a time span that is too long */
    static TimeRange span(TimeRangeParameters time, Instant now) {
        TimeRange span = time.at(now, USUAL_RANGE);
        if (span.length().compareTo(LONGEST) > 0) {
            throw ProblemException.badRequest("The time span of a story is at most 7 days.");
        }
        return span;
    }
}
