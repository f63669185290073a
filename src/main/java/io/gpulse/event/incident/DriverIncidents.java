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
 * Adds to the log what the driver reports: one row an incident, however often and in however many ways it is reported,
 * with the cause before its consequences. One thread uses it.
 */
public final class DriverIncidents {

    private static final Duration SAME_FAULT = Duration.ofSeconds(10);
    private static final Duration SAME_DELIVERY = Duration.ofSeconds(2);

    private final EventLog log;
    private final EventCounts counts;
    private final RecentIncidents recent;
    private final ReportedIncidents reported = new ReportedIncidents();
    private final OperationalIncidents operational;
    /** Faults that were told again since the last round, and how often beside the first time. */
    private final Map<Incident, Integer> again = new HashMap<>();

    private @Nullable Snapshot latest;

    public DriverIncidents(EventLog log, EventCounts counts, RecentIncidents recent) {
        this.log = log;
        this.counts = counts;
        this.recent = recent;
        this.operational = new OperationalIncidents(this, this.reported);
    }

    /** What is known of the GPUs when something is reported next. */
    public void see(Snapshot snapshot) {
        this.latest = snapshot;
        settle();
    }

    /** Tells how often faults were told that come in a storm. */
    public void settle() {
        List.copyOf(this.again.keySet()).forEach(this::settle);
    }

    private void settle(Incident incident) {
        Integer count = this.again.remove(incident);
        if (count != null) {
            incident.change((change) -> change.count(count));
        }
    }

    /** The same fault once more: told at once, but of a storm once a round. */
    void countAgain(Incident incident) {
        if (this.again.containsKey(incident)) {
            this.again.merge(incident, 1, Integer::sum);
        } else {
            this.again.put(incident, 0);
            incident.change((change) -> change.count(1));
        }
    }

    public void add(DriverEvent event) {
        this.reported.forgetBefore(event.receivedAt());
        if (event instanceof DriverEvent.Xid xid) {
            add(xid);
        } else if (event instanceof DriverEvent.Operational told) {
            this.operational.add(told);
        }
    }

    private void add(DriverEvent.Xid event) {
        Instant at = event.receivedAt();
        String uuid = uuid(event);
        if (this.reported.any(uuid, (report) -> report.takesAsOperational(event.xid(), at))) {
            return;
        }
        count(event, event.xid());
        if (event.xid() == Xid.ACTION_CHANGED && isNoted(uuid)
                || event.xid() == Xid.REMOVED && isConsequence(uuid, at)) {
            return;
        }
        Optional<ReportedIncident> before = this.reported.latest(
                uuid, (report) -> report.has(event.xid()) && RecentIncidents.isWithin(report.last(), at, SAME_FAULT));
        before.map(ReportedIncident::incident)
                .filter((incident) ->
                        Integer.valueOf(event.xid()).equals(incident.event().xid()))
                .ifPresent(this::countAgain);
        before.orElseGet(() -> begin(
                        event,
                        draft(event, EventKind.XID, XidTable.of(event.xid()).severity())
                                .withXid(event.xid())))
                .told(event.xid(), at);
    }

    /** What was told of a fault last gets a note that another recovery action is wanted. */
    private boolean isNoted(String uuid) {
        Optional<ReportedIncident> last = this.reported.latest(uuid, (report) -> true);
        last.ifPresent((report) -> report.incident()
                .change((change) -> change.listed(EventAttribute.CONSEQUENCES, "xid:" + Xid.ACTION_CHANGED)));
        return last.isPresent();
    }

    private boolean isConsequence(String uuid, Instant at) {
        Optional<ReportedIncident> cause = this.reported.latest(
                uuid,
                (report) -> !Integer.valueOf(Xid.REMOVED)
                                .equals(report.incident().event().xid())
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

    /** A new row, or the one of what was noticed of the GPU already and is explained by this. */
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
        Optional<Incident> noticed = this.recent
                .consequenceOf(XidTable.of(number), uuid, draft.at())
                .or(() -> this.recent.latest(
                        uuid,
                        draft.at(),
                        SAME_DELIVERY,
                        (event) -> number != Xid.REMOVED
                                && Integer.valueOf(Xid.REMOVED).equals(event.xid())));
        noticed.ifPresent(this::settle);
        noticed.ifPresent((incident) -> incident.change((change) -> {
            if (Integer.valueOf(Xid.REMOVED).equals(incident.event().xid())) {
                change.more(EventAttribute.REMOVED, incident.event().count());
            }
            // From now on it counts how often the fault was told.
            change.count(1 - incident.event().count());
            if (incident.event().kind() == EventKind.ECC_UNCORRECTED) {
                change.explained(draft.severity());
            }
            change.as(EventKind.XID, number).severity(draft.severity()).begunAt(draft.at());
            draft.facts().forEach(change::fact);
        }));
        return noticed;
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

    /** NVML does not tell whose work it was; where there was one process only, it was that one's. */
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

    /** Null when the driver does not say, or does not say of which index and nobody else knows. */
    @Nullable
    EventGpu gpu(DriverEvent event) {
        DriverEvent.EventSubject subject = event.gpu();
        if (subject == null) {
            return null;
        }
        int index = sample(subject.uuid()).map(GpuSample::index).orElse(subject.index());
        return index < 0 ? null : new EventGpu(index, subject.uuid());
    }

    /** Empty for what is of no known GPU. */
    static String uuid(DriverEvent event) {
        DriverEvent.EventSubject subject = event.gpu();
        return subject == null ? "" : subject.uuid();
    }
}
