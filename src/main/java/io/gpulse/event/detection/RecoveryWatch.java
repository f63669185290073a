package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the driver wants to be done with a GPU, from when it wants something until it wants nothing more. */
final class RecoveryWatch implements RoundWatch {

    private final EventLog log;
    private final RecentIncidents recent;
    private final Map<String, Long> actions = new HashMap<>();
    private final Map<String, Incident> open = new HashMap<>();

    RecoveryWatch(EventLog log, RecentIncidents recent) {
        this.log = log;
        this.recent = recent;
    }

    @Override
    public void add(TimedSnapshot round) {
        RoundWatch.forEachThatAnswers(
                round, (gpu, sample) -> add(gpu, sample, round.snapshot().takenAt()));
    }

    private void add(EventGpu gpu, GpuSample sample, Instant now) {
        OptionalDouble told = sample.readings().number(Metric.GPU_RECOVERY_ACTION);
        if (told.isEmpty()) {
            return;
        }
        long action = (long) told.getAsDouble();
        Long before = this.actions.put(gpu.uuid(), action);
        if (before != null && before == action) {
            return;
        }
        Incident incident = this.open.get(gpu.uuid());
        if (action == 0) {
            if (incident != null) {
                this.open.remove(gpu.uuid());
                incident.end(now);
            }
        } else if (incident != null) {
            incident.change((change) -> change.severity(severity(action)).fact(EventAttribute.ACTION, action));
        } else {
            begin(gpu, action, now);
        }
    }

    /** A fault that was told just before says what to do about it, and needs no other row. */
    private void begin(EventGpu gpu, long action, Instant now) {
        Optional<Incident> cause = this.recent.causeOf(EventKind.RECOVERY_ACTION, gpu.uuid(), now);
        if (cause.isPresent()) {
            cause.get().change((change) -> change.severity(severity(action)).fact(EventAttribute.ACTION, action));
            return;
        }
        Incident incident = this.log.begin(EventDraft.of(now, EventKind.RECOVERY_ACTION, severity(action), gpu)
                .with(EventAttribute.ACTION, action));
        this.open.put(gpu.uuid(), incident);
        this.recent.add(gpu.uuid(), incident);
    }

    private static Severity severity(long action) {
        return RecoveryAction.of(action).map(RecoveryAction::severity).orElse(Severity.WARNING);
    }
}
