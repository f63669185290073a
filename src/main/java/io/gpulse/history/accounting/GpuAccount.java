package io.gpulse.history.accounting;

import io.gpulse.device.Snapshot;
import io.gpulse.sampling.IdleTimes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The sums of one GPU since it was first seen.
 *
 * @param since first time seen, in epoch ms
 * @param at end of the counted time, in epoch ms
 * @param idleSince begin of the idle time at {@code at}; null when it was busy, or unknown
 * @param counter the driver's energy counter at {@code at}, in J; NaN when unknown
 */
public record GpuAccount(
        String uuid, long since, long at, @Nullable Instant idleSince, double counter, Sums sums) {

    /** The last seconds, which may not be stored yet. */
    private static final long NEWEST_MILLIS = 30_000;

    /** Continues the idle time, if the GPU was idle. */
    public void restore(IdleTimes idleTimes) {
        if (this.idleSince != null) {
            idleTimes.restore(this.uuid, this.idleSince, Instant.ofEpochMilli(this.at));
        }
    }

    /**
     * Returns the end of the time that is known at a moment: without rounds for longer, the moment; in epoch ms.
     *
     * @param every time between rounds
     */
    public long knownUntil(long now, Duration every) {
        long newest = Math.max(NEWEST_MILLIS, Snapshot.longestPause(every).toMillis());
        return this.at <= now && now - this.at < newest ? this.at : now;
    }
}
