package io.gpulse.event.incident;

import io.gpulse.device.DriverEvent.Operational;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventChange;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.event.xid.OperationalCategory;
import io.gpulse.event.xid.OperationalCode;
import io.gpulse.event.xid.XidTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Merges GPU operational events with each other, and with reports by number of the same faults. */
final class OperationalIncidents {

    private static final Duration SAME_FAULT = Duration.ofSeconds(10);

    private static final int UNCONTAINED = 1;
    private static final int PRIMARY = 1 << 5;
    private static final int OVERFLOW = 1 << 6;
    private static final int SIMULATED = 1 << 2;
    private static final int RECOVERABLE = 30;
    private static final int FATAL = 40;

    private final DriverIncidents incidents;
    private final ReportedIncidents reported;

    OperationalIncidents(DriverIncidents incidents, ReportedIncidents reported) {
        this.incidents = incidents;
        this.reported = reported;
    }

    void add(Operational event) {
        String uuid = DriverIncidents.uuid(event);
        List<Integer> xids = xids(event);
        Optional<ReportedIncident> sameGroup = this.reported.latest(
                uuid, (report) -> report.isOfGroup(event.group().cursor()));
        if (sameGroup.isPresent()) {
            join(sameGroup.get(), event, xids);
            return;
        }
        Optional<ReportedIncident> delivered = this.reported.latest(
                uuid, (report) -> xids.stream().anyMatch((xid) -> report.matchNumber(xid, event.receivedAt())));
        if (delivered.isPresent()) {
            describe(delivered.get(), event, xids);
            return;
        }
        if (xids.isEmpty() && OperationalCategory.isLifeCycle(event.category()) && addConsequence(uuid, event)) {
            return;
        }
        begin(uuid, event, xids);
    }

    /** Returns the numbers that the driver reports, or those of the table: some events omit theirs. */
    private static List<Integer> xids(Operational event) {
        if (!event.legacyXids().isEmpty()) {
            return event.legacyXids();
        }
        return OperationalCode.find(event.module(), event.code())
                .flatMap((code) -> Optional.ofNullable(code.xid()))
                .map(List::of)
                .orElse(List.of());
    }

    private void begin(String uuid, Operational event, List<Integer> xids) {
        Optional<ReportedIncident> repeated = this.reported.latest(
                uuid,
                (report) -> isSame(report, event)
                        && RecentIncidents.isWithin(report.last(), event.receivedAt(), SAME_FAULT));
        ReportedIncident report = repeated.orElseGet(() -> this.incidents.begin(event, draft(event, xids)));
        if (repeated.isPresent()) {
            this.incidents.countRepeat(report.incident());
        } else {
            report.setCause(event);
        }
        record(report, event, xids);
    }

    private static boolean isSame(ReportedIncident report, Operational event) {
        Operational cause = report.cause();
        return cause != null && cause.module().equals(event.module()) && cause.code() == event.code();
    }

    private void record(ReportedIncident report, Operational event, List<Integer> xids) {
        report.addGroup(event.group().cursor());
        for (int xid : xids) {
            this.incidents.count(event, xid);
            report.reportedOperational(xid, event.receivedAt());
        }
    }

    private EventDraft draft(Operational event, List<Integer> xids) {
        EventDraft draft = this.incidents
                .draft(event, xids.isEmpty() ? EventKind.OPERATIONAL : EventKind.XID, severity(event, xids))
                .with(facts(event));
        return xids.isEmpty() ? draft : draft.withXid(xids.get(0));
    }

    private static Severity severity(Operational event, List<Integer> xids) {
        Severity reported = event.severity() >= FATAL
                ? Severity.CRITICAL
                : event.severity() >= RECOVERABLE ? Severity.WARNING : Severity.INFO;
        return xids.stream().map((xid) -> XidTable.of(xid).severity()).reduce(reported, Severity::max);
    }

    private static Map<String, String> facts(Operational event) {
        Map<String, String> facts = new TreeMap<>();
        facts.put(EventAttribute.MODULE, event.module());
        facts.put(EventAttribute.CODE, Integer.toString(event.code()));
        OperationalCode.find(event.module(), event.code())
                .ifPresent((code) -> facts.put(EventAttribute.NAME, code.name()));
        facts.put(EventAttribute.CATEGORY, Integer.toString(event.category()));
        if ((event.group().attributes() & SIMULATED) != 0) {
            facts.put(EventAttribute.SIMULATED, "true");
        }
        if ((event.attributes() & OVERFLOW) != 0) {
            facts.put(EventAttribute.OVERFLOW, "true");
        }
        if ((event.attributes() & UNCONTAINED) != 0) {
            facts.put(EventAttribute.UNCONTAINED, "true");
        }
        return facts;
    }

    /** Adds the facts of the other delivery of a fault. */
    private static void describe(ReportedIncident report, Operational event, List<Integer> xids) {
        report.addGroup(event.group().cursor());
        if (report.cause() == null) {
            report.setCause(event);
        }
        report.incident().change((change) -> facts(event).forEach(change.severity(severity(event, xids))::fact));
    }

    /** Adds another event of a group: its cause, or a consequence. */
    private void join(ReportedIncident report, Operational event, List<Integer> xids) {
        Operational cause = report.cause();
        boolean isCause = cause == null || isBefore(event, cause);
        if (cause != null && isCause && lead(report, cause, event, xids)) {
            return;
        }
        Severity severity = severity(event, xids);
        report.incident().change((change) -> {
            if (isCause) {
                beCause(change, report, event, xids);
            } else {
                change.listed(EventAttribute.CONSEQUENCES, label(event, xids));
            }
            change.severity(severity);
        });
        if (isCause) {
            report.setCause(event);
        }
        record(
                report,
                event,
                xids.stream().filter((xid) -> !isReported(report, event, xid)).toList());
    }

    /** Moves the group to the row of its cause, if that was reported by number before. Returns whether it did. */
    private boolean lead(ReportedIncident report, Operational consequence, Operational event, List<Integer> xids) {
        Optional<ReportedIncident> own = this.reported.latest(
                DriverIncidents.uuid(event),
                (other) ->
                        other != report && xids.stream().anyMatch((xid) -> other.matchNumber(xid, event.receivedAt())));
        own.ifPresent((other) -> {
            report.removeGroup(event.group().cursor());
            describe(other, event, xids);
            String more = report.incident().event().facts().getOrDefault(EventAttribute.CONSEQUENCES, "");
            other.incident().change((change) -> {
                change.listed(EventAttribute.CONSEQUENCES, label(consequence, xids(consequence)));
                Stream.of(more.split(" "))
                        .filter((one) -> !one.isEmpty())
                        .forEach((one) -> change.listed(EventAttribute.CONSEQUENCES, one));
            });
            report.incident()
                    .change((change) -> change.without(EventAttribute.CONSEQUENCES)
                            .fact(EventAttribute.CAUSE, other.incident().event().id()));
        });
        return own.isPresent();
    }

    /** Returns whether the event was reported by number before; a row of that report gets the id of its cause. */
    private boolean isReported(ReportedIncident joined, Operational event, int xid) {
        Optional<ReportedIncident> before = this.reported.latest(
                DriverIncidents.uuid(event), (report) -> report.matchNumber(xid, event.receivedAt()));
        before.filter((report) -> report != joined)
                .ifPresent((report) -> report.incident()
                        .change((change) -> change.fact(
                                EventAttribute.CAUSE, joined.incident().event().id())));
        return before.isPresent();
    }

    /** Returns whether an event is the cause of another: the primary one, or the one that the driver numbers first. */
    private static boolean isBefore(Operational event, Operational cause) {
        boolean primary = (event.attributes() & PRIMARY) != 0;
        boolean causeIsPrimary = (cause.attributes() & PRIMARY) != 0;
        return primary == causeIsPrimary ? event.group().index() < cause.group().index() : primary;
    }

    private static void beCause(EventChange change, ReportedIncident report, Operational event, List<Integer> xids) {
        Operational before = report.cause();
        if (before != null) {
            change.listed(EventAttribute.CONSEQUENCES, label(before, xids(before)));
        }
        change.as(xids.isEmpty() ? EventKind.OPERATIONAL : EventKind.XID, xids.isEmpty() ? null : xids.get(0));
        change.without(EventAttribute.NAME);
        facts(event).forEach(change::fact);
    }

    private static String label(Operational event, List<Integer> xids) {
        return xids.isEmpty() ? event.module() + ":" + event.code() : "xid:" + xids.get(0);
    }

    /** Records the event as a consequence in the latest row of the GPU. Returns whether there is one. */
    private boolean addConsequence(String uuid, Operational event) {
        Optional<ReportedIncident> last = this.reported.latest(uuid, (report) -> true);
        last.ifPresent((report) -> report.incident()
                .change((change) -> change.listed(EventAttribute.CONSEQUENCES, label(event, List.of()))));
        return last.isPresent();
    }
}
