package io.gpulse.recording;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code gpulse.source=recording} replays, and how.
 *
 * @param file a recording that {@code doctor --record} made
 * @param speed how many seconds of the recording pass in a second
 * @param loop whether it begins anew when it is over
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
