package io.gpulse.history;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * The configuration of the history.
 *
 * @param enabled whether samples are stored
 * @param dir folder of the history; empty: {@code $STATE_DIRECTORY}, or {@code gpulse} in {@code $XDG_STATE_HOME} or
 *     {@code ~/.local/state}
 * @param raw retention of samples, 10m to 366d
 * @param minute retention of minimum, mean and maximum of minutes and hours, {@code raw} to 366d
 * @param maxSize maximum size of the file, 8MB to 1TB; the oldest rows are deleted first
 * @param maxAnswersPerAddress concurrent history queries of one client address, 1 to 8, local clients included
 */
@ConfigurationProperties("gpulse.history")
public record HistoryProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable Path dir,
        @DefaultValue("24h") Duration raw,
        @DefaultValue("30d") Duration minute,
        @DefaultValue("1GB") DataSize maxSize,
        @DefaultValue("4") int maxAnswersPerAddress)
        implements Validator {

    private static final Duration LEAST_RAW = Duration.ofMinutes(10);
    private static final Duration MOST = Duration.ofDays(366);
    private static final int MOST_ANSWERS = 8;
    private static final DataSize LEAST_SIZE = DataSize.ofMegabytes(8);
    private static final DataSize MOST_SIZE = DataSize.ofTerabytes(1);

    public HistoryProperties {
        if (maxSize.compareTo(LEAST_SIZE) < 0 || maxSize.compareTo(MOST_SIZE) > 0) {
            throw new IllegalArgumentException("gpulse.history.max-size is from 8MB to 1TB, not " + maxSize);
        }
    }

    @Override
    public boolean supports(Class<?> type) {
        return type == HistoryProperties.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        HistoryProperties bound = (HistoryProperties) target;
        check("raw", bound.raw, LEAST_RAW, errors);
        check("minute", bound.minute, bound.raw, errors);
        if (bound.maxAnswersPerAddress < 1 || bound.maxAnswersPerAddress > MOST_ANSWERS) {
            errors.rejectValue("maxAnswersPerAddress", "range", "a whole number from 1 to " + MOST_ANSWERS);
        }
    }

    private static void check(String field, Duration duration, Duration least, Errors errors) {
        if (duration.compareTo(least) < 0 || duration.compareTo(MOST) > 0) {
            errors.rejectValue(field, "range", "a duration from " + least.toMinutes() + "m to 366d");
        }
    }
}
