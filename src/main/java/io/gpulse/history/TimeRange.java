package io.gpulse.history;

import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A span of time as a request names it.
 *
 * @param to exclusive
 */
public record TimeRange(Instant from, Instant to) {

    /** What {@code from=} is, for the contract. */
    public static final String FROM =
            "Where the time begins, in place of `range`: ISO-8601, or milliseconds since 1970.";

    /** What {@code to=} is. */
    public static final String TO = "Where it ends; now when there is only `from`.";

    /** How a moment is written; a `+` of a zone may arrive as a blank. */
    public static final String PATTERN =
            "^(\\d{1,15}|\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?" + "(Z|[+ -]\\d{2}:\\d{2})?)$";

    static final Duration LONGEST = Duration.ofDays(366);

    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");
    private static final Pattern WRITTEN = Pattern.compile(PATTERN);
    private static final Pattern MILLIS = Pattern.compile("\\d{1,15}");

    /** What {@code range=}, {@code from=} and {@code to=} say. */
    public record Asked(
            @Nullable Duration range,
            @Nullable String from,
            @Nullable String to) {

        /**
         * The span that they name.
         *
         * @param otherwise the time until now that is meant when nothing is said
         * @throws ProblemException when they name none
         */
        public TimeRange at(Instant now, Duration otherwise) {
            if (this.range != null && (this.from != null || this.to != null)) {
                throw ProblemException.badRequest("range= ends now: give either range=, or from= and to=.");
            }
            if (this.from == null) {
                if (this.to != null) {
                    throw ProblemException.badRequest("to= needs from=.");
                }
                return new TimeRange(now.minus(this.range == null ? otherwise : this.range), now);
            }
            return between(moment("from", this.from), this.to == null ? now : moment("to", this.to));
        }
    }

    private static TimeRange between(Instant from, Instant to) {
        if (from.isBefore(Instant.EPOCH) || to.isAfter(LAST)) {
            throw ProblemException.badRequest("from= and to= must lie between the years 1970 and 9999.");
        }
        TimeRange asked = new TimeRange(from, to);
        if (!from.isBefore(to)) {
            throw ProblemException.badRequest("from= must be before to=, or before now where there is no to=.");
        }
        if (asked.length().compareTo(LONGEST) > 0) {
            throw ProblemException.badRequest("from= and to= may be 366 days apart at most.");
        }
        return asked;
    }

    /**
     * Reads a moment as {@code from=} gives it.
     *
     * @throws ProblemException when it is none
     */
    public static Instant moment(String parameter, String written) {
        String text = written.strip();
        if (!WRITTEN.matcher(text).matches()) {
            throw noMoment(parameter, text);
        }
        try {
            if (MILLIS.matcher(text).matches()) {
                return Instant.ofEpochMilli(Long.parseLong(text));
            }
            // Without a zone it is UTC, as all times of this API are. A '+' of a zone arrives as a blank.
            String zoned = text.replace(' ', '+');
            return zoned.matches(".*(Z|[+-]\\d\\d:?\\d\\d)")
                    ? OffsetDateTime.parse(zoned).toInstant()
                    : LocalDateTime.parse(zoned).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException malformed) {
            throw noMoment(parameter, text);
        }
    }

    private static ProblemException noMoment(String parameter, String text) {
        return ProblemException.badRequest(
                parameter + "= must be a moment such as 2026-11-20T10:00:00Z, or milliseconds since" + " 1970; '" + text
                        + "' is none.");
    }

    public Duration length() {
        return Duration.between(this.from, this.to);
    }
}
