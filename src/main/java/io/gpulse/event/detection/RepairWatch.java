package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Detects memory that was retired, or will be at the next reset; changes of one round share a row. */
final class RepairWatch implements RoundWatch {

    private static final List<Sign> SIGNS = List.of(
            Sign.flag(Metric.UNREPAIRABLE_MEMORY, "unrepairable", Severity.CRITICAL),
            Sign.flag(Metric.REMAPPED_ROWS_FAILURE, "rowsFailed", Severity.CRITICAL),
            Sign.flag(Metric.REMAPPED_ROWS_PENDING, "rowsPending", Severity.WARNING),
            Sign.flag(Metric.CHANNEL_REPAIR_PENDING, "channelPending", Severity.WARNING),
            Sign.flag(Metric.TPC_REPAIR_PENDING, "tpcPending", Severity.WARNING),
            Sign.flag(Metric.RETIRED_PAGES_PENDING, "pagesPending", Severity.WARNING),
            Sign.counter(Metric.REMAPPED_BANKS_PENDING, "banksPending", Severity.WARNING),
            Sign.counter(Metric.REMAPPED_ROWS_UNCORRECTABLE, "rowsUncorrectable", Severity.WARNING),
            Sign.counter(Metric.RETIRED_PAGES_DOUBLE_BIT, "pagesUncorrectable", Severity.WARNING),
            Sign.counter(Metric.REMAPPED_ROWS_CORRECTABLE, "rowsCorrectable", Severity.INFO),
            Sign.counter(Metric.RETIRED_PAGES_SINGLE_BIT, "pagesCorrectable", Severity.INFO),
            Sign.counter(Metric.REMAPPED_BANKS_ACTIVE, "banks", Severity.INFO));

    private final EventLog log;
    private final RecentIncidents recent;
    private final Map<String, Growth> before = new HashMap<>();

    /** @param isFlag whether the metric is a flag; otherwise it is a counter */
    private record Sign(Metric metric, String fact, Severity severity, boolean isFlag) {

        static Sign flag(Metric metric, String fact, Severity severity) {
            return new Sign(metric, fact, severity, true);
        }

        static Sign counter(Metric metric, String fact, Severity severity) {
            return new Sign(metric, fact, severity, false);
        }

        Optional<String> change(Growth growth, GpuSample sample) {
            if (this.isFlag) {
                return growth.isRaised(this.metric, sample.readings()) ? Optional.of("true") : Optional.empty();
            }
            long more = growth.of(this.metric, sample.readings());
            return more > 0 ? Optional.of(Long.toString(more)) : Optional.empty();
        }
    }

    RepairWatch(EventLog log, RecentIncidents recent) {
        this.log = log;
        this.recent = recent;
    }

    @Override
    public void add(Snapshot round) {
        RoundWatch.forEachThatAnswers(round, (gpu, sample) -> add(gpu, sample, round.takenAt()));
    }

    private void add(EventGpu gpu, GpuSample sample, Instant now) {
        Growth growth = this.before.computeIfAbsent(gpu.uuid(), (uuid) -> new Growth());
        Map<String, String> facts = new TreeMap<>();
        Severity severity = Severity.INFO;
        for (Sign sign : SIGNS) {
            Optional<String> changed = sign.change(growth, sample);
            if (changed.isPresent()) {
                facts.put(sign.fact, changed.get());
                severity = severity.max(sign.severity);
            }
        }
        if (!facts.isEmpty()) {
            record(new EventDraft(now, EventKind.MEMORY_REPAIR, severity, gpu, null, facts), gpu.uuid());
        }
    }

    private void record(EventDraft draft, String uuid) {
        Optional<Incident> cause = this.recent.causeOf(EventKind.MEMORY_REPAIR, uuid, draft.at());
        cause.ifPresent((incident) ->
                incident.change((change) -> draft.facts().forEach(change.severity(draft.severity())::fact)));
        Incident incident = cause.orElseGet(() -> this.log.add(draft));
        this.recent.add(uuid, incident);
    }
}
