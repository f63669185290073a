package io.gpulse.event.incident;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.ReportedIncident.Delivery;
import io.gpulse.event.xid.Mounting;
import io.gpulse.event.xid.Xid;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds the reports of the driver to the log: one row per incident, for any number of reports, by number or as
 * operational events. A consequence is a part of the row of its cause. Not thread-safe.
 */
public final class DriverIncidents {

    /** Equal reports within this time are repeats. */
    static final Duration SAME_FAULT = Duration.ofSeconds(10);

    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int MOST = 64;

    private final EventLog log;
    private final EventCounts counts;
    private final RecentIncidents recent;
    private final LatestByGpu<ReportedIncident> reported = new LatestByGpu<>(MOST);
    private final OperationalIncidents operational;
    /** Faults that were repeated since the last round, and the number of repeats that are not recorded. */
    private final Map<Incident, Integer> repeats = new HashMap<>();

    private Map<String, GpuSample> gpus = Map.of();

    public DriverIncidents(EventLog log, EventCounts counts, RecentIncidents recent) {
        this.log = log;
        this.counts = counts;
        this.recent = recent;
        this.operational = new OperationalIncidents(this, this.reported);
    }

    /** Sets the latest snapshot, and flushes repeat counts. */
    public void update(Snapshot snapshot) {
        this.gpus = snapshot.byUuid();
        flush();
    }

    /** Flushes the repeat counts of faults that are reported in bursts. */
    public void flush() {
        List.copyOf(this.repeats.keySet()).forEach(this::flush);
    }

    private void flush(Incident incident) {
        Integer count = this.repeats.remove(incident);
        if (count != null) {
            incident.change((change) -> change.count(count));
        }
    }

    /** Counts a repeated fault: the first repeat at once, further ones once per round. */
    void countRepeat(Incident incident, Instant at) {
        incident.reportedAgain(at);
        if (this.repeats.containsKey(incident)) {
            this.repeats.merge(incident, 1, Integer::sum);
        } else {
            this.repeats.put(incident, 0);
            incident.change((change) -> change.count(1));
        }
    }

    public void add(DriverEvent event) {
        this.reported.removeIf((report) -> !report.isWithin(event.receivedAt(), REMEMBERED));
        if (event instanceof DriverEvent.Xid xid) {
            add(xid);
        } else if (event instanceof DriverEvent.Operational operational) {
            this.operational.add(operational);
        }
    }

    private void add(DriverEvent.Xid event) {
        int number = event.xid();
        Instant at = event.receivedAt();
        String uuid = uuid(event);
        if (this.reported
                .find(uuid, (report) -> report.match(number, Delivery.OPERATIONAL, at))
                .isPresent()) {
            return;
        }
        count(event, number);
        if (isPartOfEarlierFault(number, uuid, at)) {
            return;
        }
        ReportedIncident report = this.reported
                .find(uuid, (before) -> before.has(number) && before.isWithin(at, SAME_FAULT))
                .orElse(null);
        if (report == null) {
            EventDraft draft = draft(event, EventKind.XID, Xid.of(number).severity());
            report = begin(uuid, draft.withXid(number));
        } else if (report.incident().event().hasXid(number)) {
            countRepeat(report.incident(), at);
        }
        report.record(number, Delivery.BY_NUMBER, at);
    }

    /** Records that a fault removed work or changed the recovery action. Returns whether there is such a fault. */
    private boolean isPartOfEarlierFault(int number, String uuid, Instant at) {
        Optional<ReportedIncident> cause = Optional.empty();
        if (number == Xid.ACTION_CHANGED) {
            cause = this.reported.find(uuid, (report) -> true);
            cause.ifPresent((report) -> report.addConsequences("xid:" + number));
        } else if (number == Xid.REMOVED) {
            cause = this.reported.find(
                    uuid, (report) -> !report.incident().event().hasXid(number) && report.isWithin(at, SAME_FAULT));
            cause.ifPresent((report) -> report.incident().change((change) -> change.more(EventAttribute.REMOVED, 1)));
        }
        return cause.isPresent();
    }

    void count(DriverEvent event, int xid) {
        EventGpu gpu = gpu(event);
        if (gpu != null) {
            this.counts.count(gpu, xid);
        }
    }

    /** Begins a row, or takes that of a detected event that the fault explains. */
    ReportedIncident begin(String uuid, EventDraft draft) {
        Integer number = draft.xid();
        Incident incident = number == null
                ? this.log.add(draft)
                : this.recent
                        .consequenceOf(number, uuid, draft.at())
                        .map((detected) -> explain(detected, draft, number))
                        .orElseGet(() -> add(draft, number));
        this.recent.add(uuid, incident);
        ReportedIncident report = new ReportedIncident(incident, draft.at());
        this.reported.add(uuid, report);
        return report;
    }

    /** Adds the row of a fault. Its GPU leaves the row that it shares with others: its alert belongs to the fault. */
    private Incident add(EventDraft fault, int number) {
        Incident added = this.log.add(fault);
        EventGpu gpu = fault.gpu();
        if (gpu != null) {
            this.recent
                    .sharedConsequenceOf(number, gpu, fault.at())
                    .ifPresent((shared) -> shared.change((change) -> change.leftBy(gpu)));
        }
        return added;
    }

    /** Makes the row of a detected event that of the fault, whose reports it counts from now on. */
    private Incident explain(Incident detected, EventDraft fault, int number) {
        flush(detected);
        detected.reportedAgain(fault.at());
        GpuEvent before = detected.event();
        Severity severity = before.kind() == EventKind.ECC_UNCORRECTED
                ? fault.severity()
                : fault.severity().max(before.severity());
        detected.change((change) -> {
            if (before.hasXid(Xid.REMOVED)) {
                change.more(EventAttribute.REMOVED, before.count());
            }
            change.count(1 - before.count())
                    .as(EventKind.XID, number)
                    .explained(severity)
                    .beganAt(fault.at());
            fault.facts().forEach(change::fact);
        });
        return detected;
    }

    EventDraft draft(DriverEvent event, EventKind kind, Severity severity) {
        EventDraft draft = EventDraft.of(event.receivedAt(), kind, severity, gpu(event));
        GpuSample sample = this.gpus.get(uuid(event));
        if (sample == null) {
            return draft;
        }
        draft = draft.flag(
                EventAttribute.SOLDERED, Mounting.of(sample.identity()).isSoldered());
        List<ProcessSample> processes = sample.known().processes();
        if (processes.size() != 1) {
            return draft;
        }
        // NVML does not report the process of a fault; the only process on the GPU is the one.
        ProcessSample process = processes.get(0);
        return draft.with(process.workload())
                .with(EventAttribute.PID, process.pid())
                .with(EventAttribute.PROCESS, process.name())
                .with(
                        EventAttribute.USER,
                        process.readings().word(Metric.PROCESS_USER).orElse(null));
    }

    /** Returns the GPU of a report; null when it, or its index, is unknown. */
    private @Nullable EventGpu gpu(DriverEvent event) {
        DriverEvent.EventSubject subject = event.gpu();
        if (subject == null) {
            return null;
        }
        GpuSample sample = this.gpus.get(subject.uuid());
        int index = sample == null ? subject.index() : sample.index();
        return index < 0 ? null : new EventGpu(index, subject.uuid());
    }

    /** Returns the UUID of the GPU of a report; empty for an unknown GPU. */
    static String uuid(DriverEvent event) {
        DriverEvent.EventSubject subject = event.gpu();
        return subject == null ? "" : subject.uuid();
    }
}
