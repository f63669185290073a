package io.gpulse.event.incident;

import io.gpulse.device.DriverEvent.Operational;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.ReportedIncident.Delivery;
import io.gpulse.event.xid.OperationalCode;
import io.gpulse.event.xid.Xid;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Merges GPU operational events with each other, and with reports by number of the same faults. */
final class OperationalIncidents {

    private static final int UNCONTAINED = 1;
    private static final int PRIMARY = 1 << 5;
    private static final int OVERFLOW = 1 << 6;
    private static final int SIMULATED = 1 << 2;
    private static final int RECOVERABLE = 30;
    private static final int FATAL = 40;

    /** Categories from this number on report the life cycle of a GPU instead of a fault. */
    private static final int LIFE_CYCLE = 0x8000;

    private final DriverIncidents incidents;
    private final LatestByGpu<ReportedIncident> reported;

    OperationalIncidents(DriverIncidents incidents, LatestByGpu<ReportedIncident> reported) {
        this.incidents = incidents;
        this.reported = reported;
    }

    void add(Operational event) {
        String uuid = DriverIncidents.uuid(event);
        Optional<ReportedIncident> sameGroup = this.reported.find(
                uuid, (report) -> report.isOfGroup(event.group().cursor()));
        if (sameGroup.isPresent()) {
            join(sameGroup.get(), event);
            return;
        }
        Optional<ReportedIncident> delivered = this.reported.find(uuid, (report) -> isDelivered(report, event));
        if (delivered.isPresent()) {
            describe(delivered.get(), event);
            return;
        }
        Optional<ReportedIncident> fault = xids(event).isEmpty() && event.category() >= LIFE_CYCLE
                ? this.reported.find(uuid, (report) -> true)
                : Optional.empty();
        if (fault.isPresent()) {
            fault.get().addConsequences(label(event));
            return;
        }
        record(begin(uuid, event), event, xids(event));
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

    private static @Nullable Integer firstXid(Operational event) {
        return xids(event).isEmpty() ? null : xids(event).get(0);
    }

    private static EventKind kind(Operational event) {
        return xids(event).isEmpty() ? EventKind.OPERATIONAL : EventKind.XID;
    }

    private static Severity severity(Operational event) {
        Severity reported = event.severity() >= FATAL
                ? Severity.CRITICAL
                : event.severity() >= RECOVERABLE ? Severity.WARNING : Severity.INFO;
        return xids(event).stream().map((xid) -> Xid.of(xid).severity()).reduce(reported, Severity::max);
    }

    private static String label(Operational event) {
        Integer xid = firstXid(event);
        return xid == null ? event.module() + ":" + event.code() : "xid:" + xid;
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

    /** Begins a row, or counts a repeat. */
    private ReportedIncident begin(String uuid, Operational event) {
        Optional<ReportedIncident> repeated = this.reported.find(
                uuid,
                (report) -> isCause(report, event) && report.isWithin(event.receivedAt(), DriverIncidents.SAME_FAULT));
        if (repeated.isPresent()) {
            this.incidents.countRepeat(repeated.get().incident(), event.receivedAt());
            return repeated.get();
        }
        ReportedIncident begun = this.incidents.begin(
                uuid,
                this.incidents
                        .draft(event, kind(event), severity(event))
                        .with(facts(event))
                        .withXid(firstXid(event)));
        begun.setCause(event);
        return begun;
    }

    /** Returns whether a report has the code of an event as its cause. */
    private static boolean isCause(ReportedIncident report, Operational event) {
        Operational cause = report.cause();
        return cause != null && cause.module().equals(event.module()) && cause.code() == event.code();
    }

    private void record(ReportedIncident report, Operational event, List<Integer> xids) {
        report.addGroup(event.group().cursor());
        for (int xid : xids) {
            this.incidents.count(event, xid);
            report.record(xid, Delivery.OPERATIONAL, event.receivedAt());
        }
    }

    /** Returns whether an event was reported by number before. */
    private static boolean isDelivered(ReportedIncident report, Operational event) {
        return xids(event).stream().anyMatch((xid) -> report.match(xid, Delivery.BY_NUMBER, event.receivedAt()));
    }

    /** Adds the facts of the other delivery of a fault. */
    private static void describe(ReportedIncident report, Operational event) {
        report.addGroup(event.group().cursor());
        if (report.cause() == null) {
            report.setCause(event);
        }
        report.incident().change((change) -> facts(event).forEach(change.severity(severity(event))::fact));
    }

    /** Adds another event of a group: its cause, or a consequence. */
    private void join(ReportedIncident report, Operational event) {
        Operational before = Objects.requireNonNull(report.cause());
        boolean isCause = isBefore(event, before);
        if (isCause && moveToCause(report, before, event)) {
            return;
        }
        report.incident().change((change) -> {
            if (isCause) {
                change.listed(EventAttribute.CONSEQUENCES, label(before))
                        .as(kind(event), firstXid(event))
                        .without(EventAttribute.NAME);
                facts(event).forEach(change::fact);
            } else {
                change.listed(EventAttribute.CONSEQUENCES, label(event));
            }
            change.severity(severity(event));
        });
        if (isCause) {
            report.setCause(event);
        }
        List<Integer> unreported = xids(event).stream()
                .filter((xid) -> !isReported(report, event, xid))
                .toList();
        record(report, event, unreported);
    }

    /** Returns whether an event is the cause of another: the primary one, or the one that the driver numbers first. */
    private static boolean isBefore(Operational event, Operational cause) {
        boolean primary = (event.attributes() & PRIMARY) != 0;
        boolean causeIsPrimary = (cause.attributes() & PRIMARY) != 0;
        return primary == causeIsPrimary ? event.group().index() < cause.group().index() : primary;
    }

    /** Moves the group to the row of its cause, if that was reported by number before. Returns whether it did. */
    private boolean moveToCause(ReportedIncident report, Operational consequence, Operational event) {
        Optional<ReportedIncident> own = this.reported.find(
                DriverIncidents.uuid(event), (other) -> other != report && isDelivered(other, event));
        own.ifPresent((cause) -> {
            report.removeGroup(event.group().cursor());
            describe(cause, event);
            String more = report.incident().event().facts().getOrDefault(EventAttribute.CONSEQUENCES, "");
            cause.addConsequences(label(consequence) + " " + more);
            report.incident()
                    .change((change) -> change.without(EventAttribute.CONSEQUENCES)
                            .fact(EventAttribute.CAUSE, cause.incident().event().id()));
        });
        return own.isPresent();
    }

    /** Returns whether the event was reported by number before; a row of that report gets the id of its cause. */
    private boolean isReported(ReportedIncident joined, Operational event, int xid) {
        Optional<ReportedIncident> before = this.reported.find(
                DriverIncidents.uuid(event), (report) -> report.match(xid, Delivery.BY_NUMBER, event.receivedAt()));
        before.filter((report) -> report != joined)
                .ifPresent((report) -> report.incident()
                        .change((change) -> change.fact(
                                EventAttribute.CAUSE, joined.incident().event().id())));
        return before.isPresent();
    }
}
