package io.gpulse.recording;

import java.time.Instant;

/**
 * What a recording says of itself.
 *
 * @param gpulse the version of gpulse that made it
 * @param recordedAt when it began
 * @param everyMillis from the beginning of a look to that of the next
 * @param masked whether UUIDs, serial numbers and the like were replaced
 */
record Header(String gpulse, Instant recordedAt, long everyMillis, boolean masked) {

    static final String FORMAT = "gpulse-recording";

    /** Grows when a recording can no longer be read by those who know the version before. */
    static final int VERSION = 1;
}
