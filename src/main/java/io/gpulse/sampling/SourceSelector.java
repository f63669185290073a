package io.gpulse.sampling;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Opens the session with the driver, and reopens it when it has ended. Blocking calls run on a lane of its own; the
 * methods are called by the sampler, one at a time.
 */
final class SourceSelector {

    private static final Logger log = LoggerFactory.getLogger(SourceSelector.class);
    private static final int ROUNDS_OF_UNKNOWN = 3;

    private final Sources sources;
    private final Lane lane;
    private final Timeouts timeouts;
    private final StateChangeLog changes;

    /** Sessions that have ended and are not yet closed: NVML counts its initialisations. */
    private final List<GpuSession> sessionsToClose = new ArrayList<>();

    private final AtomicReference<Sources.@Nullable Opening> openResult = new AtomicReference<>();
    private volatile boolean lostGpuIsBack;
    private Source source;
    private @Nullable GpuSession session;
    private Moment nextAttempt = Moment.PAST;
    private Moment nextRenewal = Moment.PAST;
    private boolean hadSession;
    private int attempts;
    private int unknownRounds;
    private boolean sawOther;
    private boolean sawUnknown;

    SourceSelector(Sources sources, Lane lane, Timeouts timeouts, StateChangeLog changes) {
        this.changes = changes;
        this.sources = sources;
        this.source = sources.none("gpulse is looking for GPUs.");
        this.lane = lane;
        this.timeouts = timeouts;
    }

    /** The current source, or why there is none. */
    Source source() {
        return this.source;
    }

    @Nullable
    GpuSession session() {
        return this.session;
    }

    Diagnosis diagnosis() {
        return this.sources.diagnosis();
    }

    /**
     * Starts what is due on the lane: opening a session, or looking for lost GPUs on the bus.
     *
     * @param quiet whether no call of the driver is in progress, so that old sessions may be closed
     * @return completes when there may be a session; at once when there is one already
     */
    Mono<Void> startDueWork(Moment now, boolean quiet, List<GpuIdentity> lost) {
        GpuSession current = this.session;
        if (!this.lane.isIdle() || now.isBefore(this.nextAttempt)) {
            return Mono.empty();
        }
        if (current == null) {
            return open(quiet);
        }
        this.nextAttempt = now.plus(this.timeouts.slowInterval());
        if (this.sources.isFallback(current)) {
            open(false).subscribe();
        } else if (!lost.isEmpty()) {
            this.lane
                    .run(() -> this.lostGpuIsBack = lost.stream().anyMatch(current::isBack))
                    .subscribe();
        }
        return Mono.empty();
    }

    private Mono<Void> open(boolean quiet) {
        List<GpuSession> old = quiet ? takeSessionsToClose() : List.of();
        GpuSession fallback = this.session;
        return this.lane.run(() -> {
            old.forEach(GpuSession::close);
            this.openResult.set(this.sources.open(fallback));
        });
    }

    /** Applies the results of the work on the lane. */
    void applyResults(Moment now) {
        Sources.Opening opening = this.openResult.getAndSet(null);
        if (opening != null) {
            applyOpening(opening, now);
        } else if (this.session == null && this.lane.busyFor().compareTo(this.timeouts.stuckAfter()) >= 0) {
            this.source = unavailable(this.sources.stuckIn() + " has not returned for "
                    + this.lane.busyFor().toSeconds() + " s.");
        }
        if (this.lostGpuIsBack && !now.isBefore(this.nextRenewal)) {
            this.nextRenewal = now.plus(this.timeouts.renewalInterval());
            closeSession("A lost GPU is back on the bus; the session with the driver is being renewed.", now);
        }
        this.lostGpuIsBack = false;
    }

    private void applyOpening(Sources.Opening opening, Moment now) {
        GpuSession opened = opening.session();
        this.nextAttempt = now.plus(this.timeouts.slowInterval());
        if (opened != null) {
            log.debug("GPUs are seen through {}", opened.source());
            this.session = opened;
            this.source = opened.source();
        } else if (this.session == null) {
            this.source = unavailable(opening.reason());
            this.nextAttempt = this.hadSession ? now.plus(this.timeouts.backOff(this.attempts++)) : this.nextAttempt;
        }
    }

    /** After a first session the source stays the same, with the reason; before it, there is no source. */
    private Source unavailable(String reason) {
        return this.hadSession ? this.source.failing(reason) : this.sources.none(reason);
    }

    /** Counts the result of a GPU of this round, and ends the session when the result says so. */
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
     * An unknown error of one GPU among many is that GPU's failure; when all GPUs return it in three rounds in a row,
     * the driver is gone.
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
        if (this.session == null) {
            return;
        }
        if (this.changes.admits("the session with the driver", "over")) {
            log.warn("The session with the driver is over: {}", why);
        }
        this.sessionsToClose.add(this.session);
        this.session = null;
        this.hadSession = true;
        this.unknownRounds = 0;
        this.source = this.source.failing(why);
        this.nextAttempt = reopening;
    }

    private List<GpuSession> takeSessionsToClose() {
        List<GpuSession> all = List.copyOf(this.sessionsToClose);
        this.sessionsToClose.clear();
        return all;
    }

    /** Closes all sessions if no call of the driver is in progress. */
    Mono<Void> close(boolean quiet) {
        if (!quiet || !this.lane.isIdle()) {
            return Mono.empty();
        }
        if (this.session != null) {
            this.sessionsToClose.add(this.session);
            this.session = null;
        }
        List<GpuSession> all = takeSessionsToClose();
        return all.isEmpty() ? Mono.empty() : this.lane.run(() -> all.forEach(GpuSession::close));
    }
}
