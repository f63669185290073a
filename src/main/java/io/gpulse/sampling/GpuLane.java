package io.gpulse.sampling;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** The sampler's side of a GPU: when to ask it, and what to say of it in every round, answered or not. */
final class GpuLane {

    private static final Logger log = LoggerFactory.getLogger(GpuLane.class);
    private static final List<Metric> OF_EVERY_ROUND = Arrays.stream(Metric.values())
            .filter((metric) -> metric.spec().cadence() == Cadence.FAST)
            .toList();
    private static final Reading LATE = Reading.absent(Reason.TIMED_OUT);

    private final int index;
    private final Lane lane;
    private final Timeouts timeouts;
    private final GpuPoll poll;
    private final IdleTracker idleTracker = new IdleTracker();
    private Condition condition;
    private boolean inTrouble;
    private boolean heardLate;
    private @Nullable GpuIdentity identity;
    private @Nullable Moment sampledAt;
    private @Nullable Moment slowSampledAt;
    private Moment nextSlow = Moment.PAST;
    private Moment nextLook = Moment.PAST;
    private GpuReadings known = GpuReadings.NONE;

    GpuLane(int index, Lane lane, Timeouts timeouts, SamplerClock clock) {
        this.index = index;
        this.lane = lane;
        this.timeouts = timeouts;
        this.poll = new GpuPoll(index, clock);
        this.condition = new Condition(GpuState.ATTACHING, clock.now().wallTime(), null);
    }

    boolean isIdle() {
        return this.lane.isIdle();
    }

    Mono<Void> untilIdle() {
        return this.lane.untilIdle();
    }

    @Nullable
    GpuIdentity identity() {
        return this.identity;
    }

    GpuState state() {
        return this.condition.state();
    }

    /**
     * Asks the GPU unless it is still busy, or not to be asked now. What a late look has brought since the last round
     * is taken first: the next answer would push it out.
     */
    Mono<Void> ask(GpuSession session, Moment now, Hearing heard) {
        this.heardLate = receive(session, now, heard);
        if (!this.lane.isIdle() || now.isBefore(this.nextLook)) {
            return Mono.empty();
        }
        Set<Cadence> due = EnumSet.of(Cadence.FAST);
        if (!now.isBefore(this.nextSlow)) {
            due.add(Cadence.SLOW);
        }
        return this.lane.run(() -> this.poll.pay(session, due));
    }

    /** The driver begins to know us anew: what the GPU said before is no longer what it says. */
    void renew(Moment now) {
        this.nextLook = Moment.PAST;
        this.nextSlow = Moment.PAST;
        if (state() != GpuState.STUCK) {
            become(GpuState.ATTACHING, "The session with the driver is being renewed.", now.wallTime());
        }
    }

    /** The driver does not know us any more. */
    void abandon(String why, Moment now) {
        this.poll.take();
        if (state() != GpuState.STUCK) {
            become(GpuState.ERROR, why, now.wallTime());
        }
    }

    /** What is known now; {@code heard} is told of an answer that came. */
    GpuSample collect(GpuSession session, Moment now, Hearing heard) {
        Duration out = this.lane.busyFor();
        if (receive(session, now, heard)) {
            return sample();
        }
        if (out.compareTo(this.timeouts.stuckAfter()) >= 0) {
            String call = session.callInProgress(this.index);
            String what = call == null ? "A call" : call;
            // Since when is told by the state, and by nothing else beside it.
            become(GpuState.STUCK, what + " has not returned.", now.wallTime().minus(out));
        } else if (state() == GpuState.OK && !this.heardLate) {
            this.known = this.known.without(OF_EVERY_ROUND, LATE);
        }
        return sample();
    }

    private boolean receive(GpuSession session, Moment now, Hearing heard) {
        PollResult answer = this.poll.take();
        if (answer == null || answer.session() != session || !isFresh(answer)) {
            return false;
        }
        heard.hear(answer.look());
        accept(answer, now);
        return true;
    }

    /** An answer that a call which was stuck brought back tells of a time long gone. */
    private boolean isFresh(PollResult answer) {
        return answer.took().compareTo(this.timeouts.stuckAfter()) < 0;
    }

    private void accept(PollResult answer, Moment now) {
        GpuReadResult look = answer.look();
        adopt(answer.identity());
        become(look.verdict().state(), look.detail(), now.wallTime());
        if (look.verdict() != GpuReadResult.Verdict.FINE) {
            this.nextLook = nextAttempt(look.verdict(), now);
            return;
        }
        this.sampledAt = answer.startedAt();
        this.known = this.known.renewedBy(look.known());
        if (answer.asked().contains(Cadence.SLOW)) {
            this.slowSampledAt = answer.startedAt();
            this.nextSlow = now.plus(this.timeouts.slowly());
        }
    }

    /**
     * A lost GPU is not asked again in this session; one of which nothing is known is, to find out about the driver.
     */
    private Moment nextAttempt(GpuReadResult.Verdict verdict, Moment now) {
        return switch (verdict) {
            case LOST -> Moment.NEVER;
            case UNKNOWN, SESSION_OVER -> now;
            default -> now.plus(this.timeouts.slowly());
        };
    }

    /** Another GPU may be at this index after the driver was loaded anew. */
    private void adopt(@Nullable GpuIdentity found) {
        if (found != null && !found.equals(this.identity)) {
            this.identity = found;
            this.known = GpuReadings.NONE;
            this.idleTracker.forget();
            this.sampledAt = null;
            this.slowSampledAt = null;
        }
    }

    private void become(GpuState state, @Nullable String detail, Instant since) {
        if (state != this.condition.state()) {
            tell(state, detail);
        }
        if (state != GpuState.OK) {
            this.idleTracker.forget();
        }
        this.condition = this.condition.becoming(state, detail, since);
    }

    private void tell(GpuState state, @Nullable String detail) {
        if (state == GpuState.OK && this.inTrouble) {
            log.info("GPU {} is OK again", this.index);
        } else if (state != GpuState.OK && state != GpuState.ATTACHING) {
            log.warn("GPU {} is {}: {}", this.index, state, detail);
        }
        this.inTrouble = state == GpuState.ATTACHING ? this.inTrouble : state != GpuState.OK;
    }

    /** What was read stays known while a GPU is in trouble, but is not shown: it is not of now. */
    GpuSample sample() {
        Moment at = this.sampledAt;
        GpuReadings shown = state() == GpuState.OK ? this.known : GpuReadings.NONE;
        Activity activity = at == null ? Activity.UNKNOWN : this.idleTracker.after(shown.own(), at);
        return new GpuSample(
                this.index, this.identity, this.condition, shown(at), shown(this.slowSampledAt), shown, activity);
    }

    private static @Nullable Instant shown(@Nullable Moment moment) {
        return moment == null ? null : moment.wallTime();
    }

    /** Is told what the driver said of a GPU. */
    @FunctionalInterface
    interface Hearing {

        void hear(GpuReadResult look);
    }
}
