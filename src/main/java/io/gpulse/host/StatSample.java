package io.gpulse.host;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What {@code PID/stat} told of a process at one moment.
 *
 * @param nanos when it was read, in nanoseconds since some moment
 */
record StatSample(ProcessStat stat, long nanos) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Ticks that its threads ran per second since an earlier sample; empty when that is of another process. */
    OptionalDouble ticksPerSecondSince(@Nullable StatSample before) {
        boolean same = before != null && before.stat.startedAt() == this.stat.startedAt();
        if (before == null || !same || this.nanos <= before.nanos || this.stat.ticks() < before.stat.ticks()) {
            return OptionalDouble.empty();
        }
        long ticks = this.stat.ticks() - before.stat.ticks();
        return OptionalDouble.of(ticks * NANOS_PER_SECOND / (this.nanos - before.nanos));
    }
}
