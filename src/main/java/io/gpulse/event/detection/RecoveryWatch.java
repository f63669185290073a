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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Detects recovery actions that the driver requests for a GPU, until it requests none. */
final class RecoveryWatch implements RoundWatch {

    private final EventLog log;
    private final RecentIncidents recent;
    private final Map<String, Request> requests = new HashMap<>();

    /** The latest request of one GPU. */
    private static final class Request {

        private final Episode episode = new Episode(Duration.ZERO, Duration.ZERO);
        private long action;

        /** Whether the row is of the request alone, not of the fault that explains it. */
        private boolean own;
    }

    RecoveryWatch(EventLog log, RecentIncidents recent) {
        this.log = log;
        this.recent = recent;
    }

    @Override
    public void add(Snapshot round) {
        RoundWatch.forEachThatAnswers(round, (gpu, sample) -> add(gpu, sample, round));
    }

    private void add(EventGpu gpu, GpuSample sample, Snapshot round) {
        OptionalDouble reported = sample.readings().number(Metric.GPU_RECOVERY_ACTION);
        if (reported.isEmpty()) {
            return;
        }
        Request request = this.requests.computeIfAbsent(gpu.uuid(), (uuid) -> new Request());
        long action = (long) reported.getAsDouble();
        boolean changed = action != request.action;
        request.action = action;
        if (action == 0) {
            Instant now = round.takenAt();
            request.episode.clear(round).filter((row) -> request.own).ifPresent((row) -> row.end(now));
            return;
        }
        request.episode.hold(round, (since) -> {
            Optional<Incident> cause = this.recent.causeOf(EventKind.RECOVERY_ACTION, gpu.uuid(), since);
            request.own = cause.isEmpty();
            Incident row = cause.orElseGet(() -> begin(gpu, action, since));
            this.recent.add(gpu.uuid(), row);
            return row;
        });
        Incident row = request.episode.row();
        if (changed && row != null) {
            row.change((change) -> change.severity(severity(action)).fact(EventAttribute.ACTION, action));
        }
    }

    private Incident begin(EventGpu gpu, long action, Instant since) {
        return this.log.begin(EventDraft.of(since, EventKind.RECOVERY_ACTION, severity(action), gpu)
                .with(EventAttribute.RULE, "recovery-action")
                .with(EventAttribute.ACTION, action));
    }

    private static Severity severity(long action) {
        return RecoveryAction.of(action).map(RecoveryAction::severity).orElse(Severity.WARNING);
    }
}
