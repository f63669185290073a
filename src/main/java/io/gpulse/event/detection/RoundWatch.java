package io.gpulse.event.detection;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventGpu;
import io.gpulse.event.xid.Mounting;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A detector of one kind of event, round by round. Not thread-safe. */
interface RoundWatch {

    void add(Snapshot round);

    /** Returns the GPU of a sample; empty until it has answered once. */
    static Optional<EventGpu> gpu(GpuSample sample) {
        GpuIdentity identity = sample.identity();
        return identity == null ? Optional.empty() : Optional.of(new EventGpu(sample.index(), identity.uuid()));
    }

    /** See {@link io.gpulse.event.EventAttribute#SOLDERED}. */
    static @Nullable Boolean soldered(GpuSample sample) {
        return Mounting.of(sample.identity()).isSoldered() ? true : null;
    }

    /** Visits the GPUs that answer. */
    static void forEachThatAnswers(Snapshot round, BiConsumer<EventGpu, GpuSample> visitor) {
        for (GpuSample sample : round.gpus()) {
            if (sample.state() == GpuState.OK) {
                gpu(sample).ifPresent((gpu) -> visitor.accept(gpu, sample));
            }
        }
    }
}
