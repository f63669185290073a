package io.gpulse.event.incident;

import io.gpulse.device.DriverEvent.Operational;
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

    private static final Duration SAME_DELIVERY = Duration.ofSeconds(2);

    /** Maximum number of groups; the oldest are removed. */
    private static final int GROUPS = 64;

    private final Incident incident;

    /** Times of reports whose other delivery is missing. */
    private final Map<Delivery, Deque<Instant>> waiting = new HashMap<>();

    private final Set<Integer> xids = new HashSet<>();
    private final Set<Long> groups = new LinkedHashSet<>();
    private Instant last;
    private @Nullable Operational cause;

    /** Reports of one number, by number or as operational events. */
    private record Delivery(int xid, boolean operational) {}

    ReportedIncident(Incident incident, Instant at) {
        this.incident = incident;
        this.last = at;
    }

    Incident incident() {
        return this.incident;
    }

    /** Returns the time of the latest report. */
    Instant last() {
        return this.last;
    }

    /** Records a report by number. */
    void reported(int xid, Instant at) {
        record(new Delivery(xid, false), at);
    }

    /** Records an operational event that has a number. */
    void reportedOperational(int xid, Instant at) {
        record(new Delivery(xid, true), at);
    }

    private void record(Delivery delivery, Instant at) {
        this.last = at;
        this.xids.add(delivery.xid);
        Deque<Instant> reports = this.waiting.computeIfAbsent(delivery, (first) -> new ArrayDeque<>());
        removeBefore(reports, at);
        reports.add(at);
    }

    /** Removes reports whose other delivery is overdue. */
    private static void removeBefore(Deque<Instant> waiting, Instant at) {
        Instant oldest = waiting.peek();
        while (oldest != null && !RecentIncidents.isWithin(oldest, at, SAME_DELIVERY)) {
            waiting.remove();
            oldest = waiting.peek();
        }
    }

    /** Returns the number of reports that wait for their other delivery. */
    int waiting() {
        return this.waiting.values().stream().mapToInt(Deque::size).sum();
    }

    /** Returns whether a number was reported, as the cause or as a consequence. */
    boolean has(int xid) {
        return this.xids.contains(xid);
    }

    /** Matches a report by number with an operational event. Returns whether it is the other delivery of one. */
    boolean matchOperational(int xid, Instant at) {
        return match(new Delivery(xid, true), at);
    }

    /** Matches an operational event with a report by number. Returns whether it is the other delivery of one. */
    boolean matchNumber(int xid, Instant at) {
        return match(new Delivery(xid, false), at);
    }

    private boolean match(Delivery other, Instant at) {
        Deque<Instant> reports = this.waiting.getOrDefault(other, new ArrayDeque<>());
        removeBefore(reports, at);
        boolean taken = reports.poll() != null;
        this.last = taken ? at : this.last;
        return taken;
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

    @Nullable
    Operational cause() {
        return this.cause;
    }

    void setCause(Operational event) {
        this.cause = event;
    }
}
