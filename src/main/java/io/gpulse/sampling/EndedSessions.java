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
    private final List<Ended> all = new ArrayList<>();

    /** A session that has ended, with the calls that were in progress then. */
    private record Ended(GpuSession session, Lanes.InProgress calls) {}

    EndedSessions(Lanes lanes) {
        this.lanes = lanes;
    }

    void add(GpuSession ended) {
        this.all.add(new Ended(ended, this.lanes.inProgress()));
    }

    boolean isEmpty() {
        return this.all.isEmpty();
    }

    /** Returns whether a session can only be closed after a call that may soon return. */
    boolean areReturning(Duration stuckAfter) {
        return this.all.stream()
                .map(Ended::calls)
                .anyMatch((calls) -> !calls.haveReturned() && !calls.hang(stuckAfter));
    }

    /** Removes and returns the sessions that can be closed. */
    List<GpuSession> take() {
        List<Ended> closable = this.all.stream()
                .filter((ended) -> ended.calls().haveReturned())
                .toList();
        this.all.removeAll(closable);
        return closable.stream().map(Ended::session).toList();
    }
}
