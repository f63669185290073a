package io.gpulse.stream;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The stream of snapshots.
 *
 * @param maxSubscribers how many may listen at once; the next one is answered 503
 * @param maxSubscribersPerAddress how many may listen from one address, this machine's own excepted
 * @param replay how far back a subscriber that reconnects can resume
 * @param replayMaxBytes how much memory that may take
 * @param maxEncodings how many different views (view, GPUs, metrics) may be listened to at once
 * @param maxEncodingsPerAddress how many of them from one address, this machine too
 */
@Validated
@ConfigurationProperties("gpulse.stream")
public record StreamProperties(
        @DefaultValue("1000") @Min(value = 1, message = MANY) @Max(value = 1_000_000, message = MANY)
        int maxSubscribers,

        @DefaultValue("64") @Min(value = 1, message = MANY) @Max(value = 1_000_000, message = MANY)
        int maxSubscribersPerAddress,

        @DefaultValue("5m")
        @DurationMin(seconds = 0, message = "a duration from 0s to 24h")
        @DurationMax(hours = 24, message = "a duration from 0s to 24h")
        Duration replay,

        @DefaultValue("32MB") DataSize replayMaxBytes,

        @DefaultValue("16")
        @Min(value = 1, message = "a whole number from 1 to 1000")
        @Max(value = 1000, message = "a whole number from 1 to 1000")
        int maxEncodings,

        @DefaultValue("4")
        @Min(value = 1, message = "a whole number from 1 to 1000")
        @Max(value = 1000, message = "a whole number from 1 to 1000")
        int maxEncodingsPerAddress) {

    private static final String MANY = "a whole number from 1 to 1000000";
    private static final DataSize LEAST_REPLAY = DataSize.ofMegabytes(1);
    private static final DataSize MOST_REPLAY = DataSize.ofGigabytes(4);

    public StreamProperties {
        if (replayMaxBytes.compareTo(LEAST_REPLAY) < 0 || replayMaxBytes.compareTo(MOST_REPLAY) > 0) {
            throw new IllegalArgumentException(
                    "gpulse.stream.replay-max-bytes is from 1MB to 4GB, not " + replayMaxBytes);
        }
    }
}
