package io.gpulse.stream;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * The stream of snapshots. Validates its limits itself, since annotations would load a library at each start.
 *
 * @param maxSubscribers maximum number of subscribers; a further one gets 503
 * @param maxSubscribersPerAddress maximum number of subscribers of one address; local ones are exempt
 * @param replay how far back a stream can resume, 0s to 24h
 * @param replayMaxBytes memory for the replay, 1MB to 4GB
 * @param maxEncodings maximum number of distinct views (GPUs, metrics) and texts streamed at once, besides the plain
 *     views
 * @param maxEncodingsPerAddress the same for one address, local ones included
 */
@ConfigurationProperties("gpulse.stream")
public record StreamProperties(
        @DefaultValue("1000") int maxSubscribers,
        @DefaultValue("64") int maxSubscribersPerAddress,
        @DefaultValue("5m") Duration replay,
        @DefaultValue("32MB") DataSize replayMaxBytes,
        @DefaultValue("16") int maxEncodings,
        @DefaultValue("4") int maxEncodingsPerAddress)
        implements Validator {

    private static final int MOST_SUBSCRIBERS = 1_000_000;
    private static final int MOST_ENCODINGS = 1000;
    private static final Duration LONGEST_REPLAY = Duration.ofHours(24);
    private static final DataSize LEAST_REPLAY = DataSize.ofMegabytes(1);
    private static final DataSize MOST_REPLAY = DataSize.ofGigabytes(4);

    public StreamProperties {
        if (replayMaxBytes.compareTo(LEAST_REPLAY) < 0 || replayMaxBytes.compareTo(MOST_REPLAY) > 0) {
            throw new IllegalArgumentException(
                    "gpulse.stream.replay-max-bytes is from 1MB to 4GB, not " + replayMaxBytes);
        }
    }

    @Override
    public boolean supports(Class<?> type) {
        return type == StreamProperties.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        StreamProperties bound = (StreamProperties) target;
        checkCount("maxSubscribers", bound.maxSubscribers, MOST_SUBSCRIBERS, errors);
        checkCount("maxSubscribersPerAddress", bound.maxSubscribersPerAddress, MOST_SUBSCRIBERS, errors);
        if (bound.replay.isNegative() || bound.replay.compareTo(LONGEST_REPLAY) > 0) {
            errors.rejectValue("replay", "range", "a duration from 0s to 24h");
        }
        checkCount("maxEncodings", bound.maxEncodings, MOST_ENCODINGS, errors);
        checkCount("maxEncodingsPerAddress", bound.maxEncodingsPerAddress, MOST_ENCODINGS, errors);
    }

    private static void checkCount(String field, int count, int most, Errors errors) {
        if (count < 1 || count > most) {
            errors.rejectValue(field, "range", "a whole number from 1 to " + most);
        }
    }
}
