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
 * @param session in which it was polled; a result of an earlier one is discarded
 * @param identity null when the driver gave no handle
 * @param due the cadences of the metrics that were read
 */
record PollResult(
        GpuSession session,
        Moment startedAt,
        Moment endedAt,
        @Nullable GpuIdentity identity,
        GpuReadResult read,
        Set<Cadence> due) {

    Duration took() {
        return this.endedAt.since(this.startedAt);
    }
}
