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

/** An incident, and what the driver has reported of it in either way: by number and as operational events. */
final class ReportedIncident {

    private static final Duration SAME_DELIVERY = Duration.ofSeconds(2);

    /** Groups that are known: the newest. */
    private static final int GROUPS = 64;

    private final Incident incident;

    /** Reports by number that no operational event belongs to yet, by number. */
    private final Map<Integer, Deque<Instant>> byNumber = new HashMap<>();

    /** Operational events that no report by number belongs to yet, by number. */
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

    /** When something of it was reported last. */
    Instant last() {
        return this.last;
    }

    /** It was reported by number. */
    void told(int xid, Instant at) {
        this.last = at;
        this.xids.add(xid);
        await(this.byNumber, xid, at);
    }

    /** It was reported as an operational event that has that number. */
    void toldOperational(int xid, Instant at) {
        this.last = at;
        this.xids.add(xid);
        await(this.operational, xid, at);
    }

    private static void await(Map<Integer, Deque<Instant>> reports, int xid, Instant at) {
        Deque<Instant> waiting = reports.computeIfAbsent(xid, (number) -> new ArrayDeque<>());
        forgetBefore(waiting, at);
        waiting.add(at);
    }

    /** What came so long ago has no other delivery. */
    private static void forgetBefore(Deque<Instant> waiting, Instant at) {
        Instant oldest = waiting.peek();
        while (oldest != null && !RecentIncidents.isWithin(oldest, at, SAME_DELIVERY)) {
            waiting.remove();
            oldest = waiting.peek();
        }
    }

    /** How many reports wait for their other delivery. */
    int waiting() {
        return Stream.of(this.byNumber, this.operational)
                .flatMap((reports) -> reports.values().stream())
                .mapToInt(Deque::size)
                .sum();
    }

    /** Whether that number was told of it, as its cause or as a consequence. */
    boolean has(int xid) {
        return this.xids.contains(xid);
    }

    /** Whether a report by number is the other delivery of an operational event of this; then it is taken as that. */
    boolean takesAsOperational(int xid, Instant at) {
        return takes(this.operational, xid, at);
    }

    /** Whether an operational event is the other delivery of a report by number; then it is taken as that. */
    boolean takesAsNumber(int xid, Instant at) {
        return takes(this.byNumber, xid, at);
    }

    private boolean takes(Map<Integer, Deque<Instant>> reports, int xid, Instant at) {
        Deque<Instant> waiting = reports.getOrDefault(xid, new ArrayDeque<>());
        forgetBefore(waiting, at);
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
