package io.gpulse.device;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Since when a GPU has been idle or busy; both null while its utilization is not known.
 *
 * @param idleSince since when its utilization has been 1 % or less; null while it is busy
 * @param busySince since when it has been more; null while it is idle
 */
public record Activity(
        @Nullable Instant idleSince, @Nullable Instant busySince) {

    public static final Activity UNKNOWN = new Activity(null, null);
}
