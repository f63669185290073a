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

/** The lane's side of a GPU: gets hold of it, asks it, leaves the answer for the sampler. */
final class GpuPoll {

    private final int index;
    private final SamplerClock clock;
    private final AtomicReference<@Nullable PollResult> left = new AtomicReference<>();
    private @Nullable GpuSession session;
    private @Nullable Gpu gpu;

    GpuPoll(int index, SamplerClock clock) {
        this.index = index;
        this.clock = clock;
    }

    /** Blocks while the driver answers. On the lane. */
    void pay(GpuSession current, Set<Cadence> due) {
        Moment begun = this.clock.now();
        Set<Cadence> asked = due;
        GpuReadResult look;
        try {
            if (this.gpu == null || this.session != current) {
                this.gpu = null;
                this.gpu = current.attach(this.index);
                this.session = current;
                asked = EnumSet.allOf(Cadence.class);
            }
            look = this.gpu.look(asked);
        } catch (GpuRefusedException refusal) {
            look = refusal.look();
        }
        GpuIdentity identity = this.gpu == null ? null : this.gpu.identity();
        if (look.verdict() != GpuReadResult.Verdict.FINE) {
            this.gpu = null;
        }
        this.left.set(new PollResult(current, begun, this.clock.now(), identity, look, asked));
    }

    /** The newest answer that nobody has taken yet. */
    @Nullable
    PollResult take() {
        return this.left.getAndSet(null);
    }
}
