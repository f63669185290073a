package io.gpulse.host;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code PID/stat} at one moment.
 *
 * @param nanos when it was read, by a monotonic clock, in nanoseconds
 */
record StatSample(ProcessStat stat, long nanos) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Returns the ticks of CPU time per second since an earlier sample; empty when that is of another process. */
    OptionalDouble ticksPerSecondSince(@Nullable StatSample before) {
        boolean same = before != null && before.stat.startedAt() == this.stat.startedAt();
        if (before == null || !same || this.nanos <= before.nanos || this.stat.ticks() < before.stat.ticks()) {
            return OptionalDouble.empty();
        }
        long ticks = this.stat.ticks() - before.stat.ticks();
        return OptionalDouble.of(ticks * NANOS_PER_SECOND / (this.nanos - before.nanos));
    }
}
