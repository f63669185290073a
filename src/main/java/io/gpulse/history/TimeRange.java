package io.gpulse.history;

import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/**
 * A time span that a request names.
 *
 * @param to exclusive
 */
public record TimeRange(Instant from, Instant to) {

    /** The pattern of a time; a {@code +} of a time zone may arrive as a space. */
    public static final String PATTERN =
            "^(\\d{1,15}|\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+ -]\\d{2}:\\d{2})?)$";

    static final Duration LONGEST = Duration.ofDays(366);

    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");
    private static final Pattern WRITTEN = Pattern.compile(PATTERN);
    private static final Pattern MILLIS = Pattern.compile("\\d{1,15}");

    static TimeRange between(Instant from, Instant to) {
        if (from.isBefore(Instant.EPOCH) || to.isAfter(LAST)) {
            throw ProblemException.badRequest("from= and to= must lie between the years 1970 and 9999.");
        }
        TimeRange range = new TimeRange(from, to);
        if (!from.isBefore(to)) {
            throw ProblemException.badRequest("from= must be before to=, or before now without to=.");
        }
        if (range.length().compareTo(LONGEST) > 0) {
            throw ProblemException.badRequest("from= and to= must be at most 366 days apart.");
        }
        return range;
    }

    /**
     * Parses the time in a parameter.
     *
     * @throws ProblemException when it is malformed
     */
    public static Instant parse(String parameter, String written) {
        String text = written.strip();
        if (!WRITTEN.matcher(text).matches()) {
            throw malformed(parameter, text);
        }
        try {
            if (MILLIS.matcher(text).matches()) {
                return Instant.ofEpochMilli(Long.parseLong(text));
            }
            // A time without a time zone is UTC, like all times of this API. A '+' may arrive as a space.
            String zoned = text.replace(' ', '+');
            return zoned.matches(".*(Z|[+-]\\d\\d:?\\d\\d)")
                    ? OffsetDateTime.parse(zoned).toInstant()
                    : LocalDateTime.parse(zoned).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException unparseable) {
            throw malformed(parameter, text);
        }
    }

    private static ProblemException malformed(String parameter, String text) {
        return ProblemException.badRequest(parameter + "= must be a time such as 2026-11-20T10:00:00Z, or milliseconds"
                + " since 1970, not '" + text + "'.");
    }

    /** Returns the time span, extended to multiples of a width. */
    public TimeRange aligned(long widthMillis) {
        return new TimeRange(
                Instant.ofEpochMilli(Math.floorDiv(fromMillis(), widthMillis) * widthMillis),
                Instant.ofEpochMilli(-Math.floorDiv(-toMillis(), widthMillis) * widthMillis));
    }

    public long fromMillis() {
        return this.from.toEpochMilli();
    }

    public long toMillis() {
        return this.to.toEpochMilli();
    }

    public Duration length() {
        return Duration.between(this.from, this.to);
    }
}
