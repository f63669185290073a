package io.gpulse.event;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ends restored rows whose alerts no longer fire. The row of a GPU that did not answer ends when it answers, even if
 * the driver no longer lists it; the row of a rule ends when the rule was evaluated and does not hold; every other row
 * ends unless its alert fires within two minutes.
 */
final class RestoredIncidentExpiry {

    private static final long WITHIN = Duration.ofMinutes(2).toNanos();

    /** Windows of rules are longer only where they are configured. */
    private static final long INSIGHTS_WITHIN = Duration.ofMinutes(30).toNanos();

    private final RestoredIncidents restored;
    private final Snapshot first;
    private boolean started;
    private long firstNanos;

    /** @param first the first round of this run */
    RestoredIncidentExpiry(RestoredIncidents restored, Snapshot first) {
        this.restored = restored;
        this.first = first;
    }

    /**
     * Processes a round after the restoration.
     *
     * @param lastSampled the last sample of the previous run; null when it is unknown
     */
    void add(Snapshot round, @Nullable Instant lastSampled) {
        if (!this.started) {
            this.started = true;
            this.firstNanos = round.nanos();
            this.restored.endAnswering(answering(this.first), this.first.takenAt(), false);
        }
        Set<String> answering = answering(round);
        this.restored.endAnswering(answering, round.takenAt(), true);
        Instant last = lastSampled == null ? this.first.takenAt() : lastSampled;
        long passed = round.nanos() - this.firstNanos;
        this.restored.endRules(last, passed >= INSIGHTS_WITHIN);
        if (passed >= WITHIN) {
            this.restored.endUnconfirmed(last, answering);
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
