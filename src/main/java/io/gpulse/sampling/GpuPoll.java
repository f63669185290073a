package io.gpulse.sampling;

import io.gpulse.device.Gpu;
import io.gpulse.device.Gpu.SlowCall;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.metric.Cadence;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Polls one GPU on its lane: attaches to it, reads it, and keeps the result for the sampler. */
final class GpuPoll {

    private final int index;
    private final SamplerClock clock;
    private final AtomicReference<@Nullable Result> result = new AtomicReference<>();
    private @Nullable GpuSession session;
    private @Nullable Gpu gpu;

    GpuPoll(int index, SamplerClock clock) {
        this.index = index;
        this.clock = clock;
    }

    /** Polls the GPU; blocks until the driver returns. Called on the lane only. */
    void run(GpuSession current, Set<Cadence> due, Moment startedAt) {
        Set<Cadence> read = due;
        GpuReadResult answer;
        GpuIdentity known = null;
        try {
            if (this.gpu == null || this.session != current) {
                this.gpu = null;
                this.gpu = current.attach(this.index);
                this.session = current;
                read = EnumSet.allOf(Cadence.class);
            }
            answer = this.gpu.read(read);
        } catch (GpuRefusedException refusal) {
            answer = refusal.result();
            known = refusal.identity();
        }
        GpuIdentity identity = this.gpu == null ? known : this.gpu.identity();
        Instant sampledAt = this.gpu == null ? null : this.gpu.sampledAt();
        SlowCall slowest = this.gpu == null ? null : this.gpu.slowestCall();
        if (answer.verdict() != GpuReadResult.Verdict.FINE) {
            this.gpu = null;
        }
        Moment figuresOf = at(sampledAt, startedAt);
        this.result.set(new Result(current, startedAt, this.clock.now(), figuresOf, identity, answer, read, slowest));
    }

    /** Returns the moment of figures that were taken before they were read; that of the read for all others. */
    private static Moment at(@Nullable Instant sampledAt, Moment readAt) {
        return sampledAt == null
                ? readAt
                : new Moment(sampledAt, readAt.uptime().minus(Duration.between(sampledAt, readAt.wallTime())));
    }

    /** Removes and returns the last result; null when there is no new one. */
    @Nullable
    Result take() {
        return this.result.getAndSet(null);
    }

    /**
     * The result of one poll of a GPU.
     *
     * @param session in which it was polled; a result of an earlier one is discarded
     * @param sampledAt when its figures were taken
     * @param identity null when the driver gave no handle
     * @param due the cadences of the metrics that were read
     * @param slowest the slowest call; null where calls are not timed
     */
    record Result(
            GpuSession session,
            Moment startedAt,
            Moment endedAt,
            Moment sampledAt,
            @Nullable GpuIdentity identity,
            GpuReadResult read,
            Set<Cadence> due,
            @Nullable SlowCall slowest) {

        Duration took() {
            return this.endedAt.since(this.startedAt);
        }
    }
}
