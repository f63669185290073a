package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;

/** Detects recovery actions that the driver requests for a GPU, until it requests none. */
final class RecoveryWatch implements GpuWatch {

    private final EventLog log;
    private final RecentIncidents recent;
    private final Episode episode = new Episode(Duration.ZERO, Duration.ZERO);
    private long action;

    /** Whether the row is of the request alone, not of the fault that explains it. */
    private boolean own;

    RecoveryWatch(EventLog log, RecentIncidents recent) {
        this.log = log;
        this.recent = recent;
    }

    @Override
    public void add(EventGpu gpu, GpuSample sample, Snapshot round) {
        sample.readings()
                .number(Metric.GPU_RECOVERY_ACTION)
                .ifPresent((requested) -> add(gpu, (long) requested, round));
    }

    private void add(EventGpu gpu, long requested, Snapshot round) {
        boolean changed = requested != this.action;
        this.action = requested;
        if (requested == 0 || changed && isShared()) {
            Instant now = round.takenAt();
            this.episode.clear(round).filter((row) -> this.own).ifPresent((row) -> row.end(now));
        }
        if (requested == 0) {
            return;
        }
        this.episode.hold(round, (since) -> {
            this.own = false;
            EventDraft draft = EventDraft.of(since, EventKind.RECOVERY_ACTION, severity(requested), gpu)
                    .with(EventAttribute.RULE, "recovery-action")
                    .with(EventAttribute.ACTION, requested);
            return this.recent.causeOr(draft, (unexplained) -> {
                this.own = true;
                return this.log.begin(unexplained);
            });
        });
        Incident row = this.episode.row();
        if (changed && row != null) {
            row.change((change) -> change.severity(severity(requested)).fact(EventAttribute.ACTION, requested));
        }
    }

    /** Returns whether other GPUs have the row as well, which then must keep its action. */
    private boolean isShared() {
        Incident row = this.episode.row();
        return row != null && this.own && row.event().gpu() == null;
    }

    private static Severity severity(long action) {
        return RecoveryAction.of(action).map(RecoveryAction::severity).orElse(Severity.WARNING);
    }
}
