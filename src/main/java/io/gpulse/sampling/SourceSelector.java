package io.gpulse.sampling;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSession.Renewal;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Opens the session with the driver, and reopens it when it has ended. Blocking calls run on a separate lane; the
 * methods are called by the sampler, one at a time, except {@link #diagnosis()} and {@link #isOfThisMachine()}, which
 * any thread may call.
 */
final class SourceSelector {

    private static final Logger log = LoggerFactory.getLogger(SourceSelector.class);
    private static final int ROUNDS_OF_UNKNOWN = 3;

    private final Sources sources;
    private final Lanes lanes;
    private final Lane lane;
    private final Timeouts timeouts;
    private final StateChangeLog changes;

    private final EndedSessions ended;

    private final AtomicReference<Sources.@Nullable Opening> openResult = new AtomicReference<>();
    private final AtomicReference<@Nullable BusWatch> busResult = new AtomicReference<>();
    private List<GpuIdentity> watched = List.of();
    private Set<String> removed = Set.of();
    private final Map<String, Moment> renewals = new HashMap<>();
    private boolean renewing;
    private Source source;
    private volatile @Nullable GpuSession session;
    private volatile boolean hasLooked;
    private Moment nextAttempt = Moment.PAST;
    private Moment nextRenewal = Moment.PAST;
    private boolean hadSession;
    private int attempts;
    private int unknownRounds;
    private boolean sawOther;
    private boolean sawUnknown;

    SourceSelector(Sources sources, Lanes lanes, Timeouts timeouts, StateChangeLog changes) {
        this.changes = changes;
        this.lanes = lanes;
        this.ended = new EndedSessions(lanes);
        this.sources = sources;
        this.source = sources.none("gpulse is looking for GPUs.");
        this.lane = lanes.open("driver");
        this.timeouts = timeouts;
    }

    /** Returns the current source; without a session it carries the reason. */
    Source source() {
        return this.source;
    }

    @Nullable
    GpuSession session() {
        return this.session;
    }

    /** Returns what was found; unknown until an attempt has ended or hangs, since others may follow within it. */
    Diagnosis diagnosis() {
        return this.hasLooked ? this.sources.diagnosis(this.session) : Diagnosis.UNKNOWN;
    }

    /** Returns whether the GPUs of the session are those of this machine; true without a session. */
    boolean isOfThisMachine() {
        GpuSession current = this.session;
        return current == null || current.isOfThisMachine();
    }

    /**
     * Starts due work on the lane: opens a session, or checks the bus, which is done at once when a GPU was lost.
     *
     * @param lost GPUs that the session lists and that are lost
     * @param gone GPUs that the driver no longer lists
     * @return completes when there may be a session; at once when there is one already
     */
    Mono<Void> startDueWork(Moment now, List<GpuIdentity> lost, List<GpuIdentity> gone) {
        GpuSession current = this.session;
        List<GpuIdentity> unreachable =
                Stream.concat(lost.stream(), gone.stream()).toList();
        boolean due = !now.isBefore(this.nextAttempt);
        boolean isNew = current != null && !unreachable.equals(this.watched);
        if (!this.lane.isIdle() || hasResults() || !(due || isNew)) {
            return Mono.empty();
        }
        if (current == null) {
            // Until they are closed, the driver would list the same GPUs in the next session.
            return this.ended.areReturning(this.timeouts.stuckAfter()) ? Mono.empty() : open();
        }
        this.watched = unreachable;
        this.nextAttempt = due ? now.plus(this.timeouts.slowInterval()) : this.nextAttempt;
        List<GpuSession> old = due ? this.ended.take() : List.of();
        boolean openFirst = due && this.sources.isSecondChoice(current);
        // A GPU that was lost a moment ago is not searched for at once.
        List<GpuIdentity> searched = due ? lost : List.of();
        this.lane
                .run(() -> {
                    old.forEach(GpuSession::close);
                    if (openFirst) {
                        this.openResult.set(this.sources.open(current));
                    }
                    this.busResult.set(BusWatch.of(current, searched, unreachable));
                })
                .subscribe();
        return Mono.empty();
    }

    /** Returns whether the session was closed in order to open the next one. */
    boolean isRenewing() {
        return this.renewing;
    }

    /** Returns the UUIDs of lost GPUs that the PCI bus no longer lists. */
    Set<String> removed() {
        return this.removed;
    }

    /** Returns whether the lane has returned results since they were last applied; they may change what is due. */
    private boolean hasResults() {
        return this.openResult.get() != null || this.busResult.get() != null;
    }

    private Mono<Void> open() {
        List<GpuSession> old = this.ended.take();
        return this.lane.run(() -> {
            old.forEach(GpuSession::close);
            this.openResult.set(this.sources.open(null));
        });
    }

    /** Applies the results of the work on the lane. */
    void applyResults(Moment now) {
        Sources.Opening opening = this.openResult.getAndSet(null);
        if (opening != null) {
            applyOpening(opening, now);
        } else if (this.session == null && this.lane.busyFor().compareTo(this.timeouts.stuckAfter()) >= 0) {
            this.renewing = false;
            this.hasLooked = true;
            this.source = unavailable(this.sources.hang(this.lane.busyFor())).hanging();
        }
        BusWatch bus = this.busResult.getAndSet(null);
        if (bus != null && bus.session() == this.session) {
            applyBus(bus, now);
        }
    }

    private void applyBus(BusWatch bus, Moment now) {
        this.removed = bus.removed();
        if (!this.ended.isEmpty() || this.lanes.inProgress().hang(this.timeouts.stuckAfter())) {
            // The old session could not be closed, and the driver would list the same GPUs in the next one.
            return;
        }
        Renewal renewal = bus.renewal();
        if (renewal != null && isAllowed(renewal, now)) {
            renewSession(bus.session(), renewal, now);
        } else if (bus.isLostGpuBack() && !now.isBefore(this.nextRenewal)) {
            this.nextRenewal = now.plus(this.timeouts.renewalInterval());
            String why = "A lost GPU is back on the bus; the session with the driver is being renewed.";
            renewSession(bus.session(), new Renewal(why, false), now);
        }
    }

    /**
     * Returns whether the session may be renewed: not for the same reason again within 10 minutes, since a device with
     * a loose contact appears again and again.
     */
    private boolean isAllowed(Renewal renewal, Moment now) {
        this.renewals.values().removeIf((until) -> !now.isBefore(until));
        return renewal.routine()
                || this.renewals.putIfAbsent(renewal.why(), now.plus(this.timeouts.renewalInterval())) == null;
    }

    /** Ends a session; the next one is opened in the next round. Until then its GPUs are attaching, not failed. */
    private void renewSession(GpuSession ended, Renewal renewal, Moment now) {
        Source before = this.source;
        log.info("The session with the driver is renewed: {}", renewal.why());
        detach(ended, renewal.why(), now);
        this.renewing = true;
        this.source = renewal.routine() ? before : this.source;
    }

    private void applyOpening(Sources.Opening opening, Moment now) {
        GpuSession opened = opening.session();
        this.nextAttempt = now.plus(this.timeouts.slowInterval());
        this.renewing = false;
        this.hasLooked = true;
        if (opened != null) {
            logSource(opened, opening.reason());
            if (this.session != null) {
                this.ended.add(this.session);
            }
            this.session = opened;
            this.source = opened.source();
        } else if (this.session == null) {
            this.source = unavailable(opening.reason());
            this.nextAttempt = this.hadSession ? now.plus(this.timeouts.backOff(this.attempts++)) : this.nextAttempt;
        }
    }

    private void logSource(GpuSession opened, String others) {
        SourceKind kind = opened.source().kind();
        log.debug("GPUs are sampled through {}", opened.source());
        boolean isSecondChoice = kind == SourceKind.NVIDIA_SMI && !others.isEmpty();
        if (isSecondChoice && this.changes.admits("the source", kind.name())) {
            log.info("GPUs are sampled through {}, with fewer rows than through NVML. {}", opened.origin(), others);
        }
    }

    /** Returns the source without a session: the last one with the reason, or none before the first session. */
    private Source unavailable(String reason) {
        return this.hadSession ? this.source.failing(reason) : this.sources.none(reason);
    }

    /** Counts the result of a GPU of this round, and ends the session if the result requires it. */
    void onReadResult(GpuReadResult result, Moment now) {
        switch (result.verdict()) {
            case SESSION_OVER -> endSession(String.valueOf(result.detail()), now);
            case UNKNOWN -> this.sawUnknown = true;
            case FINE -> {
                this.sawOther = true;
                this.attempts = 0;
            }
            default -> this.sawOther = true;
        }
    }

    /**
     * Ends the session when all GPUs have returned an unknown error in three rounds in a row: the driver is gone. An
     * unknown error of one GPU among many is that GPU's failure.
     */
    void endRound(Moment now) {
        this.changes.summarizeWhenDue();
        this.unknownRounds = this.sawUnknown && !this.sawOther ? this.unknownRounds + 1 : 0;
        this.sawUnknown = false;
        this.sawOther = false;
        if (this.unknownRounds >= ROUNDS_OF_UNKNOWN) {
            endSession("Every GPU answers with an unknown error (NVML code 999).", now);
        }
    }

    /** Ends the session once, however many GPUs report it in a round. */
    private void endSession(String why, Moment now) {
        if (this.session != null) {
            closeSession(why, now.plus(this.timeouts.backOff(this.attempts++)));
        }
    }

    private void closeSession(String why, Moment reopening) {
        if (this.session != null) {
            if (this.changes.admits("the session with the driver", "over")) {
                log.warn("The session with the driver is over: {}", why);
            }
            detach(this.session, why, reopening);
        }
    }

    private void detach(GpuSession over, String why, Moment reopening) {
        this.ended.add(over);
        this.session = null;
        this.hadSession = true;
        this.unknownRounds = 0;
        this.source = this.source.failing(why);
        this.nextAttempt = reopening;
    }

    /** Closes all sessions if no call of the driver is in progress. */
    Mono<Void> close(boolean quiet) {
        if (!quiet || !this.lane.isIdle()) {
            return Mono.empty();
        }
        Sources.Opening unapplied = this.openResult.getAndSet(null);
        Stream.of(
                        Optional.ofNullable(this.session),
                        Optional.ofNullable(unapplied).map(Sources.Opening::session))
                .flatMap(Optional::stream)
                .forEach(this.ended::add);
        this.session = null;
        List<GpuSession> all = this.ended.take();
        return all.isEmpty() ? Mono.empty() : this.lane.run(() -> all.forEach(GpuSession::close));
    }
}
