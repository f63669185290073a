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
 * @param activity since when it has been idle or busy
 * @param readings none while the state is not {@link GpuState#OK}
 */
public record GpuSample(
        int index,
        @Nullable GpuIdentity identity,
        Condition condition,
        @Nullable Instant sampledAt,
        @Nullable Instant slowSampledAt,
        Readings readings,
        Activity activity) {

    /** A sample that tells nothing of how long the GPU has been idle or busy. */
    public GpuSample(
            int index,
            @Nullable GpuIdentity identity,
            Condition condition,
            @Nullable Instant sampledAt,
            @Nullable Instant slowSampledAt,
            Readings readings) {
        this(index, identity, condition, sampledAt, slowSampledAt, readings, Activity.UNKNOWN);
    }

    public GpuState state() {
        return this.condition.state();
    }
}
