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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An incident and its reports by the driver, which come by number and as operational events. */
final class ReportedIncident {

    private static final Duration SAME_DELIVERY = Duration.ofSeconds(2);

    /** Maximum number of groups; the oldest are removed. */
    private static final int GROUPS = 64;

    private final Incident incident;

    /** Times of reports by number that have no operational event yet, by number. */
    private final Map<Integer, Deque<Instant>> byNumber = new HashMap<>();

    /** Times of operational events that have no report by number yet, by number. */
    private final Map<Integer, Deque<Instant>> operational = new HashMap<>();

    private final Set<Integer> xids = new HashSet<>();
    private final Set<Long> groups = new LinkedHashSet<>();
    private Instant last;
    private @Nullable Operational cause;

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
        this.last = at;
        this.xids.add(xid);
        await(this.byNumber, xid, at);
    }

    /** Records an operational event that has a number. */
    void reportedOperational(int xid, Instant at) {
        this.last = at;
        this.xids.add(xid);
        await(this.operational, xid, at);
    }

    private static void await(Map<Integer, Deque<Instant>> reports, int xid, Instant at) {
        Deque<Instant> waiting = reports.computeIfAbsent(xid, (number) -> new ArrayDeque<>());
        removeBefore(waiting, at);
        waiting.add(at);
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
        return Stream.of(this.byNumber, this.operational)
                .flatMap((reports) -> reports.values().stream())
                .mapToInt(Deque::size)
                .sum();
    }

    /** Returns whether a number was reported, as the cause or as a consequence. */
    boolean has(int xid) {
        return this.xids.contains(xid);
    }

    /** Matches a report by number with an operational event. Returns whether it is the other delivery of one. */
    boolean matchOperational(int xid, Instant at) {
        return match(this.operational, xid, at);
    }

    /** Matches an operational event with a report by number. Returns whether it is the other delivery of one. */
    boolean matchNumber(int xid, Instant at) {
        return match(this.byNumber, xid, at);
    }

    private boolean match(Map<Integer, Deque<Instant>> reports, int xid, Instant at) {
        Deque<Instant> waiting = reports.getOrDefault(xid, new ArrayDeque<>());
        removeBefore(waiting, at);
        boolean taken = waiting.poll() != null;
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
