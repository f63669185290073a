package io.gpulse.recording;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The header of a recording.
 *
 * @param gpulse the version of gpulse that made it
 * @param recordedAt when it began
 * @param everyMillis time from the beginning of a round to that of the next
 * @param masked whether UUIDs, serial numbers and the like were replaced
 */
record Header(String gpulse, Instant recordedAt, long everyMillis, boolean masked) {

    static final String FORMAT = "gpulse-recording";

    /** Increased when readers of the previous version can no longer read a recording. */
    static final int VERSION = 1;

    /** Returns the first line of a recording. */
    Map<String, @Nullable Object> line() {
        return JsonValues.object(
                "format", FORMAT,
                "version", VERSION,
                "gpulse", this.gpulse,
                "recordedAt", this.recordedAt,
                "everyMillis", this.everyMillis,
                "masked", this.masked);
    }
}
