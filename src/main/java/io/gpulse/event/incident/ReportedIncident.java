package io.gpulse.event.incident;

import io.gpulse.device.DriverEvent.Operational;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.Incident;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An incident and its reports by the driver, which come by number and as operational events. */
final class ReportedIncident {

    /** The ways in which the driver delivers a report. */
    enum Delivery {
        BY_NUMBER,
        OPERATIONAL
    }

    /** The two deliveries of a report arrive within this time of each other. */
    static final Duration SAME_DELIVERY = Duration.ofSeconds(2);

    /** Maximum number of groups; the oldest are removed. */
    private static final int GROUPS = 64;

    private final Incident incident;

    /** Times of reports whose other delivery is missing. */
    private final Map<Report, Deque<Instant>> waiting = new HashMap<>();

    private final Set<Integer> xids = new HashSet<>();
    private final Set<Long> groups = new LinkedHashSet<>();
    private Instant last;
    private @Nullable Operational cause;

    private record Report(int xid, Delivery delivery) {}

    ReportedIncident(Incident incident, Instant at) {
        this.incident = incident;
        this.last = at;
    }

    Incident incident() {
        return this.incident;
    }

    /** Adds consequences to the row. */
    void addConsequences(String labels) {
        this.incident.change((change) -> change.listed(EventAttribute.CONSEQUENCES, labels));
    }

    /** Returns whether the latest report was within a time of another. */
    boolean isWithin(Instant at, Duration time) {
        return RecentIncidents.isWithin(this.last, at, time);
    }

    /** Records a report of a number. */
    void record(int xid, Delivery delivery, Instant at) {
        this.last = at;
        this.xids.add(xid);
        waiting(xid, delivery, at).add(at);
    }

    /** Matches a report with its other delivery. Returns whether there is one, which then no longer waits. */
    boolean match(int xid, Delivery other, Instant at) {
        boolean taken = has(xid) && waiting(xid, other, at).poll() != null;
        this.last = taken ? at : this.last;
        return taken;
    }

    /** Returns the reports of a number, without those whose other delivery is overdue. */
    private Deque<Instant> waiting(int xid, Delivery delivery, Instant at) {
        Deque<Instant> reports = this.waiting.computeIfAbsent(new Report(xid, delivery), (first) -> new ArrayDeque<>());
        while (!reports.isEmpty() && !RecentIncidents.isWithin(reports.getFirst(), at, SAME_DELIVERY)) {
            reports.remove();
        }
        return reports;
    }

    /** Returns the number of reports that wait for their other delivery. */
    int waiting() {
        return this.waiting.values().stream().mapToInt(Deque::size).sum();
    }

    /** Returns whether a number was reported, as the cause or as a consequence. */
    boolean has(int xid) {
        return this.xids.contains(xid);
    }

    boolean isOfGroup(long cursor) {
        return cursor != 0 && this.groups.contains(cursor);
    }

    void addGroup(long cursor) {
        this.groups.remove(cursor);
        this.groups.add(cursor);
        if (this.groups.size() > GROUPS) {
            this.groups.remove(this.groups.iterator().next());
        }
    }

    void removeGroup(long cursor) {
        this.groups.remove(cursor);
    }

    /** Returns the operational event that is the cause; null while the incident is reported by number only. */
    @Nullable
    Operational cause() {
        return this.cause;
    }

    void setCause(Operational event) {
        this.cause = event;
    }
}
