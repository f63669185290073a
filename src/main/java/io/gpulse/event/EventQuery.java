package io.gpulse.event;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.TimeRangeParameters;
import io.gpulse.web.ProblemException;
import io.gpulse.web.parameter.NameTable;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;

/**
 * Query parameters of the log of events.
 *
 * @param since Instead of a time range and `before`: only events that began or changed after this `sequence`, in that
 *     order.
 * @param kinds Kinds, separated by commas. Default: all.
 * @param severity The lowest severity. Default: all.
 * @param limit Maximum number of events.
 * @param before Only events with a lower id, for the next page.
 */
record EventQuery(
        @Range(min = 0, max = MOST_NUMBER) @Nullable Long since,

        @Parameter(example = "xid,clocks", schema = @Schema(type = "string", pattern = "[^,\\s]")) @Nullable
        String kinds,

        @Nullable Severity severity,

        @Parameter(
                description = KnownGpu.WANTED,
                example = "0,1",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String gpus,

        @Parameter(example = "200") @Range(min = 1, max = 1000)
        Integer limit,

        @Parameter(example = "1795168801007") @Range(min = 0, max = MOST_NUMBER) @Nullable
        Long before) {

    /** The highest integer that JavaScript represents exactly. */
    private static final long MOST_NUMBER = 9_007_199_254_740_991L;

    private static final Instant LATER_THAN_ALL = Instant.parse("9999-12-31T23:59:59Z");
    private static final Duration USUAL_RANGE = Duration.ofHours(24);
    private static final int USUAL_LIMIT = 200;

    EventQuery {
        limit = Objects.requireNonNullElse(limit, USUAL_LIMIT);
    }

    /** @throws ProblemException for parameters that exclude each other */
    TimeRange span(TimeRangeParameters time, Instant now) {
        if (this.since != null) {
            if (!time.isEmpty() || this.before != null) {
                throw ProblemException.badRequest("since= cannot be combined with range=, from=, to= or before=.");
            }
            return new TimeRange(Instant.EPOCH, LATER_THAN_ALL);
        }
        TimeRange span = time.at(now, USUAL_RANGE);
        // Events from before the clock was set back may be later than now.
        return time.to() == null ? new TimeRange(span.from(), LATER_THAN_ALL) : span;
    }

    /** Returns the kinds; by default all that are known, since a newer gpulse may have stored others. */
    Set<String> wantedKinds() {
        List<String> known =
                Arrays.stream(EventKind.values()).map(EventKind::label).toList();
        if (this.kinds == null) {
            return Set.copyOf(known);
        }
        List<String> named = NameTable.split("kinds", this.kinds);
        String unknown = named.stream()
                .filter((name) -> !known.contains(name))
                .findFirst()
                .orElse(named.isEmpty() ? "" : null);
        if (unknown != null) {
            throw ProblemException.badRequest(
                    "Unknown kind '" + unknown + "' in kinds=: must be some of " + String.join(", ", known) + ".");
        }
        return Set.copyOf(named);
    }

    /** Returns the severities; by default all that are known, since a newer gpulse may have stored others. */
    Set<String> wantedSeverities() {
        return EnumSet.range(Objects.requireNonNullElse(this.severity, Severity.INFO), Severity.CRITICAL).stream()
                .map(Severity::label)
                .collect(Collectors.toUnmodifiableSet());
    }
}
