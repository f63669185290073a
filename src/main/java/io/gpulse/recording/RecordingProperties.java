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
 * @param loop whether the recording restarts at its end; otherwise the GPUs are {@code ERROR} from then on
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
            throw new IllegalArgumentException("Invalid gpulse.recording.speed=" + speed + ": must be 0.01 to 100.");
        }
    }
}
