package io.gpulse.stream;

import io.gpulse.stream.wire.StreamFormat;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** How a request wants to be streamed to. */
record StreamQuery(
        @Parameter(
                description = "At most one snapshot in this time: `500ms`, `5s`, `1m`. What is left out by it is not"
                        + " missed. Absent: every round.",
                example = "5s")
        @DurationMin(nanos = 1)
        @Nullable
        Duration every,

        @Parameter(
                description = "Id of the last event that was received, for clients that cannot send the header"
                        + " `Last-Event-ID`, which goes before it.",
                example = "1795168801003",
                schema = @Schema(type = "string"))
        @Nullable
        String lastEventId,

        @Parameter(
                description = "Whether what happens (`gpu-event`) and what it means (`insight`) is sent between the"
                        + " snapshots. Absent: yes as Server-Sent Events, no as NDJSON.",
                example = "true")
        @Nullable
        Boolean events) {

    private static final Pattern ID = Pattern.compile("\\d{1,18}");

    /** The least time between two snapshots; zero for every round. */
    Duration interval() {
        return Objects.requireNonNullElse(this.every, Duration.ZERO);
    }

    boolean wantsNotices(StreamFormat format) {
        return Objects.requireNonNullElse(this.events, format == StreamFormat.EVENTS);
    }

    /** The id to go on from; null when none was given, or nothing that ever was one of ours. */
    @Nullable
    Long resumeAfter(@Nullable String header) {
        Long fromHeader = id(header);
        return fromHeader != null ? fromHeader : id(this.lastEventId);
    }

    private static @Nullable Long id(@Nullable String written) {
        return written != null && ID.matcher(written.strip()).matches() ? (Long) Long.parseLong(written.strip()) : null;
    }
}
