package io.gpulse.event.incident;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.xid.Mounting;
import io.gpulse.event.xid.Xid;
import io.gpulse.event.xid.XidTable;
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

    private static final Duration SAME_FAULT = Duration.ofSeconds(10);
    private static final Duration SAME_DELIVERY = Duration.ofSeconds(2);

    private final EventLog log;
    private final EventCounts counts;
    private final RecentIncidents recent;
    private final ReportedIncidents reported = new ReportedIncidents();
    private final OperationalIncidents operational;
    /** Faults that were repeated since the last round, and the number of repeats that are not recorded. */
    private final Map<Incident, Integer> repeats = new HashMap<>();

    private @Nullable Snapshot latest;

    public DriverIncidents(EventLog log, EventCounts counts, RecentIncidents recent) {
        this.log = log;
        this.counts = counts;
        this.recent = recent;
        this.operational = new OperationalIncidents(this, this.reported);
    }

    /** Sets the latest snapshot, and flushes repeat counts. */
    public void update(Snapshot snapshot) {
        this.latest = snapshot;
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
    void countRepeat(Incident incident) {
        if (this.repeats.containsKey(incident)) {
            this.repeats.merge(incident, 1, Integer::sum);
        } else {
            this.repeats.put(incident, 0);
            incident.change((change) -> change.count(1));
        }
    }

    public void add(DriverEvent event) {
        this.reported.removeBefore(event.receivedAt());
        if (event instanceof DriverEvent.Xid xid) {
            add(xid);
        } else if (event instanceof DriverEvent.Operational operational) {
            this.operational.add(operational);
        }
    }

    private void add(DriverEvent.Xid event) {
        Instant at = event.receivedAt();
        String uuid = uuid(event);
        if (this.reported
                .latest(uuid, (report) -> report.matchOperational(event.xid(), at))
                .isPresent()) {
            return;
        }
        count(event, event.xid());
        if (event.xid() == Xid.ACTION_CHANGED && addActionChange(uuid)
                || event.xid() == Xid.REMOVED && addRemoval(uuid, at)) {
            return;
        }
        Optional<ReportedIncident> before = this.reported.latest(
                uuid, (report) -> report.has(event.xid()) && RecentIncidents.isWithin(report.last(), at, SAME_FAULT));
        before.map(ReportedIncident::incident)
                .filter((incident) -> incident.event().hasXid(event.xid()))
                .ifPresent(this::countRepeat);
        before.orElseGet(() -> begin(
                        event,
                        draft(event, EventKind.XID, XidTable.of(event.xid()).severity())
                                .withXid(event.xid())))
                .reported(event.xid(), at);
    }

    /** Records in the latest fault that the recovery action changed. Returns whether there is one. */
    private boolean addActionChange(String uuid) {
        Optional<ReportedIncident> last = this.reported.latest(uuid, (report) -> true);
        last.ifPresent((report) -> report.incident()
                .change((change) -> change.listed(EventAttribute.CONSEQUENCES, "xid:" + Xid.ACTION_CHANGED)));
        return last.isPresent();
    }

    /** Records work that a fault removed. Returns whether there is such a fault. */
    private boolean addRemoval(String uuid, Instant at) {
        Optional<ReportedIncident> cause = this.reported.latest(
                uuid,
                (report) -> !report.incident().event().hasXid(Xid.REMOVED)
                        && RecentIncidents.isWithin(report.last(), at, SAME_FAULT));
        cause.ifPresent((report) -> report.incident().change((change) -> change.more(EventAttribute.REMOVED, 1)));
        return cause.isPresent();
    }

    void count(DriverEvent event, int xid) {
        EventGpu gpu = gpu(event);
        if (gpu != null) {
            this.counts.count(gpu, xid);
        }
    }

    /** Begins a row, or takes that of a detected event that the fault explains. */
    ReportedIncident begin(DriverEvent event, EventDraft draft) {
        String uuid = uuid(event);
        Integer number = draft.xid();
        Incident incident = (number == null ? Optional.<Incident>empty() : consequence(uuid, draft, number))
                .orElseGet(() -> this.log.add(draft));
        this.recent.add(uuid, incident);
        ReportedIncident report = new ReportedIncident(incident, event.receivedAt());
        this.reported.add(uuid, report);
        return report;
    }

    private Optional<Incident> consequence(String uuid, EventDraft draft, int number) {
        Optional<Incident> detected = this.recent
                .consequenceOf(XidTable.of(number), uuid, draft.at())
                .or(() -> this.recent.latest(
                        uuid,
                        draft.at(),
                        SAME_DELIVERY,
                        (event) -> number != Xid.REMOVED && event.hasXid(Xid.REMOVED)));
        detected.ifPresent(this::flush);
        detected.ifPresent((incident) -> incident.change((change) -> {
            if (incident.event().hasXid(Xid.REMOVED)) {
                change.more(EventAttribute.REMOVED, incident.event().count());
            }
            // From now on the row counts the reports of the fault.
            change.count(1 - incident.event().count());
            if (incident.event().kind() == EventKind.ECC_UNCORRECTED) {
                change.explained(draft.severity());
            }
            change.as(EventKind.XID, number).severity(draft.severity()).beganAt(draft.at());
            draft.facts().forEach(change::fact);
        }));
        return detected;
    }

    EventDraft draft(DriverEvent event, EventKind kind, Severity severity) {
        boolean soldered = sample(uuid(event))
                .map((gpu) -> Mounting.of(gpu.identity()).isSoldered())
                .orElse(false);
        EventDraft draft = EventDraft.of(event.receivedAt(), kind, severity, gpu(event))
                .with(EventAttribute.SOLDERED, soldered ? true : null);
        return onlyProcess(uuid(event))
                .map((process) -> draft.with(EventAttribute.PID, process.pid())
                        .with(EventAttribute.PROCESS, process.name())
                        .with(
                                EventAttribute.USER,
                                process.readings().word(Metric.PROCESS_USER).orElse(null)))
                .orElse(draft);
    }

    /** NVML does not report the process of a fault; a single process on the GPU is the one. */
    private Optional<ProcessSample> onlyProcess(String uuid) {
        return sample(uuid)
                .map((gpu) -> gpu.known().processes())
                .filter((processes) -> processes.size() == 1)
                .map((processes) -> processes.get(0));
    }

    private Optional<GpuSample> sample(String uuid) {
        Snapshot snapshot = this.latest;
        return snapshot == null
                ? Optional.empty()
                : snapshot.gpus().stream()
                        .filter((gpu) -> {
                            GpuIdentity identity = gpu.identity();
                            return identity != null && identity.uuid().equals(uuid);
                        })
                        .findFirst();
    }

    /** Returns the GPU of a report; null when it, or its index, is unknown. */
    @Nullable
    EventGpu gpu(DriverEvent event) {
        DriverEvent.EventSubject subject = event.gpu();
        if (subject == null) {
            return null;
        }
        int index = sample(subject.uuid()).map(GpuSample::index).orElse(subject.index());
        return index < 0 ? null : new EventGpu(index, subject.uuid());
    }

    /** Returns the UUID of the GPU of a report; empty for an unknown GPU. */
    static String uuid(DriverEvent event) {
        DriverEvent.EventSubject subject = event.gpu();
        return subject == null ? "" : subject.uuid();
    }
}
