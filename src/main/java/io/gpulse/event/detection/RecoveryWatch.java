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
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Detects recovery actions that the driver requests for a GPU, until it requests none. */
final class RecoveryWatch implements GpuWatch {

    private final EventLog log;
    private final RecentIncidents recent;
    private @Nullable Incident row;

    /** Whether the row is of the request alone, not of the fault that explains it. */
    private boolean own;

    private long action;

    RecoveryWatch(EventLog log, RecentIncidents recent) {
        this.log = log;
        this.recent = recent;
    }

    @Override
    public void add(EventGpu gpu, GpuSample sample, Snapshot round) {
        sample.readings()
                .number(Metric.GPU_RECOVERY_ACTION)
                .ifPresent((requested) -> add(gpu, (long) requested, round.takenAt()));
    }

    private void add(EventGpu gpu, long requested, Instant now) {
        Incident before = this.row;
        boolean moved = before != null && before.event().isOfOthers(gpu);
        if (requested == this.action && !moved) {
            return;
        }
        this.action = requested;
        // A row of several GPUs keeps its action, as it is that of the others.
        boolean isLeft = requested == 0
                || moved
                || (this.own && before != null && before.event().gpu() == null);
        if (before != null && isLeft && this.own) {
            before.end(now);
        }
        if (requested == 0) {
            this.row = null;
            return;
        }
        Incident current = before == null || isLeft ? begin(gpu, requested, now) : before;
        current.change((change) -> change.severity(severity(requested)).fact(EventAttribute.ACTION, requested));
        this.row = current;
    }

    private Incident begin(EventGpu gpu, long requested, Instant now) {
        this.own = false;
        EventDraft draft = EventDraft.of(now, EventKind.RECOVERY_ACTION, severity(requested), gpu)
                .with(EventAttribute.RULE, "recovery-action")
                .with(EventAttribute.ACTION, requested);
        return this.recent.causeOr(draft, (unexplained) -> {
            this.own = true;
            return this.log.begin(unexplained);
        });
    }

    private static Severity severity(long action) {
        return RecoveryAction.of(action).map(RecoveryAction::severity).orElse(Severity.WARNING);
    }
}
