package io.gpulse.sampling;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Decides when one GPU is polled, and creates its sample in every round, whether the poll has returned or not. */
final class GpuLane {

    private static final List<Metric> OF_EVERY_ROUND = Arrays.stream(Metric.values())
            .filter((metric) -> metric.spec().cadence() == Cadence.FAST)
            .toList();
    private static final Reading LATE = Reading.absent(Reason.TIMED_OUT);
    private static final GpuReadings NOT_READ =
            GpuReadings.of(Readings.absent(Metric.of(Scope.GPU), Reading.absent(Reason.NO_DATA)));

    private final int index;
    private final Lane lane;
    private final Timeouts timeouts;
    private final StateChangeLog changes;
    private final GpuPoll poll;
    private final ImplausibleValues implausible;
    private final Lateness lateness;
    private Condition condition;
    private boolean failing;
    private boolean receivedBeforePoll;
    private @Nullable GpuIdentity identity;
    private @Nullable Moment sampledAt;
    private @Nullable Moment slowSampledAt;
    private Moment nextSlow = Moment.PAST;
    private Moment nextRead = Moment.PAST;
    private boolean onceReceived;
    private @Nullable GpuSession polledIn;
    private GpuReadings known = GpuReadings.NONE;

    GpuLane(int index, Lane lane, Timeouts timeouts, StateChangeLog changes) {
        this.index = index;
        this.lane = lane;
        this.timeouts = timeouts;
        this.changes = changes;
        this.poll = new GpuPoll(index, lane.clock());
        this.implausible = new ImplausibleValues(index);
        this.lateness = new Lateness(timeouts);
        this.condition = new Condition(GpuState.ATTACHING, lane.clock().now().wallTime(), null);
    }

    @Nullable
    GpuIdentity identity() {
        return this.identity;
    }

    GpuState state() {
        return this.condition.state();
    }

    /**
     * Starts a poll unless the last one is still running or the next one is not due. The result of a poll that missed
     * the deadline of the last round is applied first: the next result would replace it.
     */
    Mono<Void> poll(GpuSession session, Moment now, ReadResultListener listener) {
        boolean isIdle = this.lane.isIdle();
        this.receivedBeforePoll = receive(session, now, listener);
        if (!isIdle || now.isBefore(this.nextRead)) {
            return Mono.empty();
        }
        Set<Cadence> due = EnumSet.of(Cadence.FAST);
        if (!now.isBefore(this.nextSlow)) {
            due.add(Cadence.SLOW);
        }
        if (!this.onceReceived) {
            due.add(Cadence.ONCE);
        }
        this.polledIn = session;
        this.lateness.begin(now, session.startedCalls(this.index));
        return this.lane.run(() -> this.poll.run(session, due, now));
    }

    /** Makes every row due again after a new session with the driver was opened. */
    void markSessionRenewed(Moment now) {
        this.nextRead = Moment.PAST;
        this.nextSlow = Moment.PAST;
        this.onceReceived = false;
        this.lateness.reset();
        becomeAttaching(now);
    }

    /** Reports that the session with the driver was closed in order to open the next one. */
    void markSessionRenewing(Moment now) {
        this.poll.take();
        becomeAttaching(now);
    }

    private void becomeAttaching(Moment now) {
        if (state() != GpuState.STUCK && state() != GpuState.SLEEPING) {
            changeState(GpuState.ATTACHING, "The session with the driver is being renewed.", now.wallTime());
        }
    }

    /**
     * Marks this GPU as removed if it is lost and among these.
     *
     * @param uuids of lost GPUs that the PCI bus no longer lists
     */
    void markRemoved(Set<String> uuids) {
        GpuIdentity gpu = this.identity;
        if (gpu != null && state() == GpuState.LOST && !this.condition.removed() && uuids.contains(gpu.uuid())) {
            this.condition = this.condition.removedFromBus("The PCI bus no longer lists this GPU.");
        }
    }

    /** Reports that the session with the driver has ended. */
    void markSessionLost(String why, Moment now) {
        this.poll.take();
        if (state() != GpuState.STUCK) {
            changeState(GpuState.ERROR, why, now.wallTime());
        }
    }

    /** Returns the sample of this round; passes a result that arrived to {@code listener}. */
    GpuSample collect(GpuSession session, Moment now, ReadResultListener listener) {
        boolean isRunning = !this.lane.isIdle();
        if (receive(session, now, listener)) {
            return sample();
        }
        GpuSession polled = this.polledIn;
        if (isRunning && polled != null) {
            observe(polled, now);
        }
        boolean isTooOld = this.sampledAt == null || now.since(this.sampledAt).compareTo(this.timeouts.mostAge()) >= 0;
        if ((state() == GpuState.OK && !this.receivedBeforePoll) || (state() == GpuState.SLOW && isTooOld)) {
            this.known = this.known.without(OF_EVERY_ROUND, LATE);
        }
        return sample();
    }

    /**
     * Observes the call in progress. Once stuck, the state has the call that was, and no duration.
     *
     * @param session of the read, which may have ended
     */
    private void observe(GpuSession session, Moment now) {
        boolean wasStuck = this.lateness.isStuck();
        Moment since = this.lateness.observe(session.startedCalls(this.index), now);
        this.lane.callSince(since);
        if (this.lateness.isStuck() && !(wasStuck && state() == GpuState.STUCK)) {
            String call = session.callInProgress(this.index);
            String what = call == null ? "A call" : call;
            Duration running = now.since(since);
            changeState(
                    GpuState.STUCK, what + " has not returned.", now.wallTime().minus(running));
        }
    }

    private boolean receive(GpuSession session, Moment now, ReadResultListener listener) {
        GpuPoll.Result result = this.poll.take();
        if (result == null || result.session() != session || this.lateness.isTooOld(result.took())) {
            return false;
        }
        listener.onReadResult(result.read());
        apply(result, now);
        return true;
    }

    private void apply(GpuPoll.Result result, Moment now) {
        GpuReadResult read = result.read();
        updateIdentity(result.identity());
        boolean isFine = read.verdict() == GpuReadResult.Verdict.FINE;
        if (isFine && isSlow(result)) {
            changeState(GpuState.SLOW, this.lateness.detail(), now.wallTime());
        } else {
            become(this.condition.becoming(read, now.wallTime()));
        }
        if (!isFine) {
            this.nextRead = nextAttempt(read.verdict(), now);
        }
        if (!read.verdict().state().hasReadings()) {
            return;
        }
        this.sampledAt = result.sampledAt();
        this.implausible.log(read.known());
        this.known = this.known.renewedBy(read.known());
        this.onceReceived |= result.due().contains(Cadence.ONCE);
        if (result.due().contains(Cadence.SLOW)) {
            this.slowSampledAt = result.sampledAt();
            this.nextSlow = now.plus(this.timeouts.slowInterval());
        }
    }

    private boolean isSlow(GpuPoll.Result result) {
        // The first read of a session wakes the GPU up, which can take seconds.
        if (!result.due().contains(Cadence.ONCE)) {
            this.lateness.add(result.took(), result.slowest());
        }
        return this.lateness.isSlow();
    }

    /**
     * Returns the time of the next poll. A lost GPU is not polled again in this session. One with an unknown error is
     * polled, to detect whether the driver is gone, and so is a sleeping one, whose state is read from the bus, and one
     * with outdated figures, which another program writes.
     */
    private Moment nextAttempt(GpuReadResult.Verdict verdict, Moment now) {
        return switch (verdict) {
            case LOST, REMOVED -> Moment.NEVER;
            case UNKNOWN, SESSION_OVER, SLEEPING, OUTDATED -> now;
            default -> now.plus(this.timeouts.slowInterval());
        };
    }

    /** Starts over for another GPU, which may be at this index after the driver was reloaded. */
    private void updateIdentity(@Nullable GpuIdentity found) {
        if (found != null && !found.equals(this.identity)) {
            this.identity = found;
            forget();
        }
    }

    /** Forgets which GPU is at this index, and returns the sample. */
    GpuSample forgetIdentity() {
        this.identity = null;
        forget();
        return sample();
    }

    /** Forgets all readings: those of another GPU, or of another source, which has other rows. */
    void forget() {
        this.known = GpuReadings.NONE;
        this.lateness.reset();
        this.sampledAt = null;
        this.slowSampledAt = null;
    }

    private void changeState(GpuState state, @Nullable String detail, Instant since) {
        become(this.condition.becoming(state, detail, since));
    }

    private void become(Condition next) {
        if (next.state() != state()) {
            this.failing = this.changes.logGpu(this.index, next.state(), next.detail(), this.failing);
        }
        this.condition = next;
    }

    /** Returns the sample as it is now. The readings of a failed GPU are kept, but not shown: they are outdated. */
    GpuSample sample() {
        return new GpuSample(
                this.index,
                this.identity,
                this.condition,
                shown(this.sampledAt),
                shown(this.slowSampledAt),
                shown(),
                Activity.UNKNOWN);
    }

    private GpuReadings shown() {
        return switch (state()) {
            case OK, SLOW, STALE -> this.known;
            case SLEEPING -> NOT_READ;
            default -> GpuReadings.NONE;
        };
    }

    private static @Nullable Instant shown(@Nullable Moment moment) {
        return moment == null ? null : moment.wallTime();
    }

    /** Receives the result of every poll of a GPU. */
    @FunctionalInterface
    interface ReadResultListener {

        void onReadResult(GpuReadResult result);
    }
}
