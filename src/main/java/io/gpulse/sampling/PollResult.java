package io.gpulse.sampling;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSession;
import io.gpulse.metric.Cadence;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result of one poll of a GPU.
 *
 * @param session the one it was polled in; a result of an earlier one is discarded
 * @param identity null when the driver gave no handle
 * @param asked which metrics were read
 */
record PollResult(
        GpuSession session,
        Moment startedAt,
        Moment endedAt,
        @Nullable GpuIdentity identity,
        GpuReadResult read,
        Set<Cadence> asked) {

    Duration took() {
        return this.endedAt.since(this.startedAt);
    }
}
