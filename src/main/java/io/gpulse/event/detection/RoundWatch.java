package io.gpulse.event.detection;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.event.EventGpu;
import io.gpulse.event.xid.Mounting;
import io.gpulse.history.accounting.TimedSnapshot;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Notices one kind of thing, round by round. One thread uses it. */
interface RoundWatch {

    void add(TimedSnapshot round);

    /** Which GPU it is; empty before it has answered once. */
    static Optional<EventGpu> gpu(GpuSample sample) {
        GpuIdentity identity = sample.identity();
        return identity == null ? Optional.empty() : Optional.of(new EventGpu(sample.index(), identity.uuid()));
    }

    /** See {@link io.gpulse.event.EventAttribute#SOLDERED}. */
    static @Nullable Boolean soldered(GpuSample sample) {
        return Mounting.of(sample.identity()).isSoldered() ? true : null;
    }

    /** Sees the GPUs that answer. */
    static void forEachThatAnswers(TimedSnapshot round, GpuVisitor visitor) {
        for (GpuSample sample : round.snapshot().gpus()) {
            if (sample.state() == GpuState.OK) {
                gpu(sample).ifPresent((gpu) -> visitor.visit(gpu, sample));
            }
        }
    }

    /** See {@link #forEachThatAnswers}. */
    @FunctionalInterface
    interface GpuVisitor {
        void visit(EventGpu gpu, GpuSample sample);
    }
}
