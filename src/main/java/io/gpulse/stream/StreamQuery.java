package io.gpulse.stream;

import io.gpulse.web.HumanUnits;
import io.gpulse.web.Refusal;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a request wants to be streamed to, as it was written. */
public record StreamQuery(
        @Parameter(
                description = "At most one snapshot in this time: `500ms`, `5s`, `1m`. What is left out by it is not"
                        + " missed. Absent: every round.",
                example = "5s",
                schema = @Schema(type = "string", pattern = "^[1-9]\\d{0,8}(ms|s|m|h)$"))
        @Nullable
        String every,

        @Parameter(
                description = "Id of the last event that was received, for clients that cannot send the header"
                        + " `Last-Event-ID`, which goes before it.",
                example = "1795168801003",
                schema = @Schema(type = "string"))
        @Nullable
        String lastEventId) {

    private static final Pattern ID = Pattern.compile("\\d{1,18}");

    /** @throws Refusal when it is not a duration, or none */
    public Duration interval() {
        if (this.every == null) {
            return Duration.ZERO;
        }
        Duration interval = HumanUnits.duration(this.every).orElse(Duration.ZERO);
        if (interval.isZero()) {
            throw Refusal.badRequest(
                    "'" + this.every + "' is no time between two snapshots; every is a number above zero"
                            + " with a unit, such as 500ms, 5s or 1m.");
        }
        return interval;
    }

    /** The id to go on from; null when none was given, or nothing that ever was one of ours. */
    @Nullable
    public Long resumeAfter(@Nullable String header) {
        Long fromHeader = id(header);
        return fromHeader != null ? fromHeader : id(this.lastEventId);
    }

    private static @Nullable Long id(@Nullable String written) {
        return written != null && ID.matcher(written.strip()).matches() ? (Long) Long.parseLong(written.strip()) : null;
    }
}
