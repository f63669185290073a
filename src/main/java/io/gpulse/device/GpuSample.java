package io.gpulse.device;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One GPU at one moment.
 *
 * @param index the driver's index, from 0
 * @param identity null until the GPU has answered once
 * @param sampledAt when the readings of every round were taken; for a GPU that does not answer, when it last did; null
 *     before it ever did
 * @param slowSampledAt when the readings that are taken every 10 s were taken
 * @param readings none while the state is not {@link GpuState#OK}
 */
public record GpuSample(
        int index,
        @Nullable GpuIdentity identity,
        Condition condition,
        @Nullable Instant sampledAt,
        @Nullable Instant slowSampledAt,
        Readings readings) {

    public GpuState state() {
        return this.condition.state();
    }
}
