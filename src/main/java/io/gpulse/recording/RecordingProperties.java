package io.gpulse.recording;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of {@code gpulse.source=recording}.
 *
 * @param file recording that {@code gpulse.source=recording} replays
 * @param speed seconds of the recording per second, 0.01 to 100
 */
@ConfigurationProperties("gpulse.recording")
record RecordingProperties(
        @Nullable Path file,
        @DefaultValue("1") double speed,
        @DefaultValue("true") boolean loop) {

    private static final double SLOWEST = 0.01;
    private static final double FASTEST = 100;

    RecordingProperties {
        if (!(speed >= SLOWEST && speed <= FASTEST)) {
            throw new IllegalArgumentException(
                    "gpulse.recording.speed=" + speed + " is not possible; allowed is 0.01 to 100.");
        }
    }
}
