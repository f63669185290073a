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
 * Finds the driver, keeps the session with it, and finds it again. What may block is done on a lane of its own; all
 * else is called by the sampler, one call at a time.
 */
final class SourceSelector {

    private static final Logger log = LoggerFactory.getLogger(SourceSelector.class);
    private static final int ROUNDS_OF_UNKNOWN = 3;

    private final Sources sources;
    private final Lane lane;
    private final Timeouts timeouts;

    /** Sessions that are over and not yet let go: NVML counts how often it was initialised. */
    private final List<GpuSession> owed = new ArrayList<>();

    private final AtomicReference<Sources.@Nullable Opening> finished = new AtomicReference<>();
    private volatile boolean somethingIsBack;
    private Source source;
    private @Nullable GpuSession session;
    private Moment nextAttempt = Moment.PAST;
    private Moment nextRenewal = Moment.PAST;
    private boolean lostOne;
    private int attempts;
    private int unknownRounds;
    private boolean heardOther;
    private boolean heardUnknown;

    SourceSelector(Sources sources, Lane lane, Timeouts timeouts) {
        this.sources = sources;
        this.source = sources.none("gpulse is looking for GPUs.");
        this.lane = lane;
        this.timeouts = timeouts;
    }

    /** Through what the GPUs are seen, or why they are not. */
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
     * Does what is due on the lane.
     *
     * @param quiet whether no GPU's lane is inside the driver, so that it may be let go
     * @return completes when there may be a session; at once when there is one already
     */
    Mono<Void> errand(Moment now, boolean quiet, List<GpuIdentity> lost) {
        GpuSession current = this.session;
        if (!this.lane.isIdle() || now.isBefore(this.nextAttempt)) {
            return Mono.empty();
        }
        if (current == null) {
            return open(quiet);
        }
        this.nextAttempt = now.plus(this.timeouts.slowly());
        if (this.sources.isFallback(current)) {
            open(false).subscribe();
        } else if (!lost.isEmpty()) {
            this.lane
                    .run(() -> this.somethingIsBack = lost.stream().anyMatch(current::isBack))
                    .subscribe();
        }
        return Mono.empty();
    }

    private Mono<Void> open(boolean quiet) {
        List<GpuSession> old = quiet ? settleDebts() : List.of();
        GpuSession fallback = this.session;
        return this.lane.run(() -> {
            old.forEach(GpuSession::close);
            this.finished.set(this.sources.open(fallback));
        });
    }

    /** Takes up what the lane has brought back. */
    void settle(Moment now) {
        Sources.Opening opening = this.finished.getAndSet(null);
        if (opening != null) {
            take(opening, now);
        } else if (this.session == null && this.lane.busyFor().compareTo(this.timeouts.stuckAfter()) >= 0) {
            this.source = inTrouble(this.sources.stuckIn() + " has not returned for "
                    + this.lane.busyFor().toSeconds() + " s.");
        }
        if (this.somethingIsBack && !now.isBefore(this.nextRenewal)) {
            this.nextRenewal = now.plus(this.timeouts.renewal());
            close("A lost GPU is back on the bus; the session with the driver is being renewed.", now);
        }
        this.somethingIsBack = false;
    }

    private void take(Sources.Opening opening, Moment now) {
        GpuSession opened = opening.session();
        this.nextAttempt = now.plus(this.timeouts.slowly());
        if (opened != null) {
            log.debug("GPUs are seen through {}", opened.source());
            this.session = opened;
            this.source = opened.source();
        } else if (this.session == null) {
            this.source = inTrouble(opening.reason());
            this.nextAttempt = this.lostOne ? now.plus(this.timeouts.backOff(this.attempts++)) : this.nextAttempt;
        }
    }

    /** GPUs that were seen stay in sight, and so does through what they were; where none were, there is no source. */
    private Source inTrouble(String reason) {
        return this.lostOne ? this.source.failing(reason) : this.sources.none(reason);
    }

    /** Hears what the driver said of a GPU in this round. */
    void hear(GpuReadResult look, Moment now) {
        switch (look.verdict()) {
            case SESSION_OVER -> end(String.valueOf(look.detail()), now);
            case UNKNOWN -> this.heardUnknown = true;
            case FINE -> {
                this.heardOther = true;
                this.attempts = 0;
            }
            default -> this.heardOther = true;
        }
    }

    /**
     * One GPU of many that knows no better is that GPU's trouble; when none does, three rounds running, the driver is
     * gone.
     */
    void endRound(Moment now) {
        this.unknownRounds = this.heardUnknown && !this.heardOther ? this.unknownRounds + 1 : 0;
        this.heardUnknown = false;
        this.heardOther = false;
        if (this.unknownRounds >= ROUNDS_OF_UNKNOWN) {
            end("Every GPU answers with an unknown error (NVML code 999).", now);
        }
    }

    /** However many GPUs say so in a round, the session ends once. */
    private void end(String why, Moment now) {
        if (this.session != null) {
            close(why, now.plus(this.timeouts.backOff(this.attempts++)));
        }
    }

    private void close(String why, Moment reopening) {
        if (this.session == null) {
            return;
        }
        log.warn("The session with the driver is over: {}", why);
        this.owed.add(this.session);
        this.session = null;
        this.lostOne = true;
        this.unknownRounds = 0;
        this.source = this.source.failing(why);
        this.nextAttempt = reopening;
    }

    private List<GpuSession> settleDebts() {
        List<GpuSession> all = List.copyOf(this.owed);
        this.owed.clear();
        return all;
    }

    /** Lets go of the driver if nobody is inside of it. */
    Mono<Void> close(boolean quiet) {
        if (!quiet || !this.lane.isIdle()) {
            return Mono.empty();
        }
        if (this.session != null) {
            this.owed.add(this.session);
            this.session = null;
        }
        List<GpuSession> all = settleDebts();
        return all.isEmpty() ? Mono.empty() : this.lane.run(() -> all.forEach(GpuSession::close));
    }
}
