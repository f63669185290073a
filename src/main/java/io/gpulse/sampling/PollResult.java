package io.gpulse.sampling;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSession;
import io.gpulse.metric.Cadence;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a GPU's lane brought back.
 *
 * @param session the one it was asked in; an answer of an earlier one is worth nothing
 * @param identity null when the driver gave no handle
 * @param asked which metrics the look was for
 */
record PollResult(
        GpuSession session,
        Moment startedAt,
        Moment endedAt,
        @Nullable GpuIdentity identity,
        GpuReadResult look,
        Set<Cadence> asked) {

    Duration took() {
        return this.endedAt.since(this.startedAt);
    }
}
