package io.gpulse.recording;

import java.time.Instant;

/**
 * The header of a recording: its first line.
 *
 * @param gpulse the version of gpulse that made it
 * @param recordedAt when it began
 * @param everyMillis time from the beginning of a round to that of the next
 * @param masked whether UUIDs, serial numbers and the like were replaced
 */
record Header(String format, int version, String gpulse, Instant recordedAt, long everyMillis, boolean masked) {

    static final String FORMAT = "gpulse-recording";

    /** Increased when readers of the previous version can no longer read a recording. */
    static final int VERSION = 1;

    Header(String gpulse, Instant recordedAt, long everyMillis, boolean masked) {
        this(FORMAT, VERSION, gpulse, recordedAt, everyMillis, masked);
    }
}
