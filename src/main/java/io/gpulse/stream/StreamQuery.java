package io.gpulse.stream;

import io.gpulse.stream.wire.StreamFormat;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a stream besides its view.
 *
 * @param every Minimum time between two snapshots: `500ms`, `5s`, `1m`. Skipped ones do not count as missed. Default:
 *     every round.
 * @param lastEventId Id of the last event received, for clients that cannot send the header `Last-Event-ID`, which
 *     takes precedence.
 * @param events Whether to send events (`gpu-event`) and insights (`insight`) between the snapshots. Default: true for
 *     Server-Sent Events, false for NDJSON.
 */
record StreamQuery(
        @Parameter(example = "5s") @DurationMin(nanos = 1) @Nullable
        Duration every,

        @Parameter(example = "1795168801003", schema = @Schema(type = "string")) @Nullable
        String lastEventId,

        @Parameter(example = "true") @Nullable Boolean events) {

    private static final Pattern ID = Pattern.compile("\\d{1,18}");

    /** Returns the minimum time between two snapshots; zero for every round. */
    Duration interval() {
        return Objects.requireNonNullElse(this.every, Duration.ZERO);
    }

    boolean wantsNotices(StreamFormat format) {
        return Objects.requireNonNullElse(this.events, format == StreamFormat.EVENTS);
    }

    /** Returns the id to resume after; null if there is none, or if it cannot be an id of gpulse. */
    @Nullable
    Long resumeAfter(@Nullable String header) {
        Long fromHeader = id(header);
        return fromHeader != null ? fromHeader : id(this.lastEventId);
    }

    private static @Nullable Long id(@Nullable String written) {
        return written != null && ID.matcher(written.strip()).matches() ? (Long) Long.parseLong(written.strip()) : null;
    }
}
