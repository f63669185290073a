package io.gpulse.sampling;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.metric.Cadence;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Polls one GPU on its lane: attaches to it, reads it, and keeps the result for the sampler. */
final class GpuPoll {

    private final int index;
    private final SamplerClock clock;
    private final AtomicReference<@Nullable PollResult> result = new AtomicReference<>();
    private @Nullable GpuSession session;
    private @Nullable Gpu gpu;

    GpuPoll(int index, SamplerClock clock) {
        this.index = index;
        this.clock = clock;
    }

    /** Blocks until the driver returns; called on the lane only. */
    void run(GpuSession current, Set<Cadence> due) {
        Moment startedAt = this.clock.now();
        Set<Cadence> asked = due;
        GpuReadResult read;
        GpuIdentity known = null;
        try {
            if (this.gpu == null || this.session != current) {
                this.gpu = null;
                this.gpu = current.attach(this.index);
                this.session = current;
                asked = EnumSet.allOf(Cadence.class);
            }
            read = this.gpu.read(asked);
        } catch (GpuRefusedException refusal) {
            read = refusal.result();
            known = refusal.identity();
        }
        GpuIdentity identity = this.gpu == null ? known : this.gpu.identity();
        if (read.verdict() != GpuReadResult.Verdict.FINE) {
            this.gpu = null;
        }
        this.result.set(new PollResult(current, startedAt, this.clock.now(), identity, read, asked));
    }

    /** The last result, once; null when there is no new one. */
    @Nullable
    PollResult take() {
        return this.result.getAndSet(null);
    }
}
