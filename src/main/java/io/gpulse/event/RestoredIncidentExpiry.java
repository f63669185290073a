package io.gpulse.event;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.history.accounting.TimedSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ends what lasted when an earlier gpulse ended. A GPU that did not answer is in trouble until it answers again, even
 * where nobody lists it; what a rule said lasts until the rule has looked for it; the rest is seen to last on within
 * two minutes, or is taken to have ended.
 */
final class RestoredIncidentExpiry {

    private static final long WITHIN = Duration.ofMinutes(2).toNanos();

    /** Rules look at more than that only where somebody has configured it. */
    private static final long INSIGHTS_WITHIN = Duration.ofMinutes(30).toNanos();

    private final EventLog log;
    private final Snapshot first;
    private boolean begun;
    private long begunNanos;

    /** @param first the first round of this gpulse */
    RestoredIncidentExpiry(EventLog log, Snapshot first) {
        this.log = log;
        this.first = first;
    }

    /**
     * The next round since it is known what lasted.
     *
     * @param lastSampled when the earlier gpulse saw the GPUs last; null when that is not known
     */
    void add(TimedSnapshot round, @Nullable Instant lastSampled) {
        if (!this.begun) {
            this.begun = true;
            this.begunNanos = round.nanos();
            this.log.endAnswering(answering(this.first), this.first.takenAt(), false);
        }
        Set<String> answering = answering(round.snapshot());
        this.log.endAnswering(answering, round.snapshot().takenAt(), true);
        Instant last = lastSampled == null ? this.first.takenAt() : lastSampled;
        long passed = round.nanos() - this.begunNanos;
        this.log.endCarriedInsights(last, passed >= INSIGHTS_WITHIN);
        if (passed >= WITHIN) {
            this.log.endCarried(last, answering);
        }
    }

    private static Set<String> answering(Snapshot snapshot) {
        Set<String> uuids = new HashSet<>();
        for (GpuSample sample : snapshot.gpus()) {
            GpuIdentity identity = sample.identity();
            if (identity != null && sample.state() == GpuState.OK) {
                uuids.add(identity.uuid());
            }
        }
        return uuids;
    }
}
