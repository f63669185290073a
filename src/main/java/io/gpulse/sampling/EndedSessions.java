package io.gpulse.sampling;

import io.gpulse.device.GpuSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Sessions that have ended and are not yet closed. Each must be closed, since NVML counts its initialisations, and only
 * when none of its own calls is in progress. Used by the sampler's thread.
 */
final class EndedSessions {

    private final Lanes lanes;
    private final List<GpuSession> added = new ArrayList<>();
    private final List<Ended> all = new ArrayList<>();

    /** A session that has ended, with its calls that were in progress before the next round. */
    private record Ended(GpuSession session, Lanes.InProgress calls) {}

    EndedSessions(Lanes lanes) {
        this.lanes = lanes;
    }

    /** Adds a session, of which other calls may start in this round. */
    void add(GpuSession ended) {
        this.added.add(ended);
    }

    boolean isEmpty() {
        return this.added.isEmpty() && this.all.isEmpty();
    }

    /**
     * Returns whether a session can only be closed after a call that may soon return. Like {@link #take()}, called
     * between two rounds, when no calls of these sessions start.
     */
    boolean areReturning(Duration stuckAfter) {
        return settled().stream()
                .map(Ended::calls)
                .anyMatch((calls) -> !calls.haveReturned() && !calls.hang(stuckAfter));
    }

    /** Removes and returns the sessions that can be closed. */
    List<GpuSession> take() {
        List<Ended> closable = settled().stream()
                .filter((ended) -> ended.calls().haveReturned())
                .toList();
        this.all.removeAll(closable);
        return closable.stream().map(Ended::session).toList();
    }

    private List<Ended> settled() {
        this.added.forEach((session) -> this.all.add(new Ended(session, this.lanes.inProgress())));
        this.added.clear();
        return this.all;
    }
}
