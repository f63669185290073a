package io.gpulse.event;

import io.gpulse.history.sqlite.EventStore.Highest;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** The newest rows of the log, in memory. Rows of firing alerts are kept until they end. Thread-safe; never blocks. */
public final class EventLog {

    private final EventRetention retention;
    private final EventCounts counts;
    private final EventPublisher publisher = new EventPublisher(this);
    private final TreeMap<Long, Incident> incidents = new TreeMap<>();
    private final ActiveRows active = new ActiveRows();
    private final RestoredIncidents restored = new RestoredIncidents(this);
    private long lastId;
    private long lastSequence;

    /**
     * A row at one time.
     *
     * @param open whether an alert of it fires
     * @param stored whether this version is stored
     */
    record Remembered(GpuEvent event, boolean open, boolean stored) {}

    /**
     * @param most the maximum number of rows
     * @param startedAt the first id and sequence, so that they grow across restarts
     */
    public EventLog(int most, Instant startedAt, EventCounts counts) {
        this.retention = new EventRetention(most);
        this.counts = counts;
        this.lastId = startedAt.toEpochMilli() - 1;
        this.lastSequence = this.lastId;
    }

    /** Adds an occurrence. */
    public synchronized Incident add(EventDraft draft) {
        return added(draft, null, false);
    }

    /** Adds an occurrence that has a duration and is over. */
    public synchronized Incident add(EventDraft draft, Instant until) {
        return added(draft, until, false);
    }

    /**
     * Begins an alert, which lasts until it is ended. It continues its row of the previous run, or joins the open row
     * of the same alert or of an equal alert of other GPUs; otherwise it is a new row. An alert of a rule whose GPU a
     * detector reports for the same, then or later, has the row of the detector, which only the detector ends.
     */
    public synchronized Incident begin(EventDraft draft) {
        Incident detected = draft.kind() == EventKind.INSIGHT ? detected(draft) : null;
        Incident before = detected == null ? this.restored.takeLike(draft) : null;
        if (before != null) {
            before.setLatest(draft.at());
            change(before, (event) -> event.continuedBy(draft), 0);
            return before;
        }
        this.restored.takeReplaced(draft).forEach((replaced) -> replaced.end(draft.at()));
        if (detected != null) {
            return detected;
        }
        return this.incidents.values().stream()
                .filter((row) -> row.isOpen() && row.isJoinedBy(draft))
                .findFirst()
                .map((row) -> joined(row, draft))
                .orElseGet(() -> added(draft, null, true));
    }

    /** Returns the latest row in which a detector reports the alert of a rule; null if there is none. */
    private @Nullable Incident detected(EventDraft draft) {
        return this.incidents.descendingMap().values().stream()
                .filter((row) ->
                        row.event().kind() != EventKind.INSIGHT && row.event().hasRuleOf(draft))
                .filter((row) -> {
                    Instant until = row.event().until();
                    return row.isOpen() || (until != null && !until.isBefore(draft.at()));
                })
                .findFirst()
                .orElse(null);
    }

    /** The row of a rule becomes that of the detector; an equal alert is one more alert of the row. */
    private Incident joined(Incident row, EventDraft draft) {
        row.setLatest(draft.at());
        change(row, (event) -> event.joinedBy(draft), row.event().kind() == draft.kind() ? 1 : 0);
        return row;
    }

    private Incident added(EventDraft draft, @Nullable Instant until, boolean lasts) {
        GpuEvent event = new GpuEvent(
                ++this.lastId,
                ++this.lastSequence,
                draft.at(),
                until,
                draft.kind(),
                draft.severity(),
                draft.gpu(),
                draft.xid(),
                1,
                draft.facts());
        Incident incident = new Incident(this, event, lasts, false);
        this.incidents.put(event.id(), incident);
        this.counts.count(draft.kind());
        prune();
        publish(incident);
        return incident;
    }

    /** @param more alerts of the row that begin, or negative, that end */
    synchronized void change(Incident incident, Consumer<EventChange> change, int more) {
        EventChange changed = new EventChange(incident.event());
        change.accept(changed);
        if (incident.isForgotten()) {
            return;
        }
        boolean wasOpen = incident.isOpen();
        incident.addAlerts(more);
        if (changed.changesNothing() && incident.isOpen() == wasOpen) {
            return;
        }
        boolean wasFault = incident.event().kind() == EventKind.XID;
        incident.set(changed.made(++this.lastSequence));
        if (!wasFault && incident.event().kind() == EventKind.XID) {
            // A reported fault counts as one, even if its consequence was detected first.
            this.counts.count(EventKind.XID);
        }
        // A row that was pruned is added again, to be stored.
        this.incidents.put(incident.event().id(), incident);
        prune();
        publish(incident);
    }

    private void prune() {
        if (this.retention.prune(this.incidents.values())) {
            this.active.retain(this.incidents.keySet());
        }
    }

    private void publish(Incident incident) {
        this.active.update(incident);
        this.publisher.publish(incident.event());
    }

    /** Returns each event and each change of one from now on; hot, never fails, completes when gpulse stops. */
    public Flux<GpuEvent> events() {
        return this.publisher.events();
    }

    /** Does work and publishes its changes after it, once others can read its results. */
    public <T> T publishAfter(Supplier<T> work) {
        return this.publisher.after(work);
    }

    /** Returns the events whose advice counts. */
    synchronized List<GpuEvent> active(Instant now) {
        return this.active.events(now);
    }

    /** Returns the faults of a GPU that the driver reported within a day, since the last renewal of the session. */
    public synchronized List<Fault> faults(String uuid, Instant now) {
        return this.active.faults(uuid, now);
    }

    /** Returns the rows in memory that began at a time or later, the oldest first. */
    public synchronized List<GpuEvent> since(Instant from) {
        return this.incidents.values().stream()
                .map(Incident::event)
                .filter((event) -> !event.at().isBefore(from))
                .toList();
    }

    /** Returns all rows in memory, by id. */
    synchronized List<Remembered> remembered() {
        return this.incidents.values().stream()
                .map((incident) -> new Remembered(incident.event(), incident.isOpen(), incident.isStored()))
                .toList();
    }

    /** Returns the highest sequence so far; the next one is higher. */
    synchronized long highestSequence() {
        return this.lastSequence;
    }

    /** Returns the oldest rows of which the latest version is not stored. */
    synchronized List<StoredEvent> unstored(int atMost) {
        return this.incidents.values().stream()
                .filter((incident) -> !incident.isStored())
                .limit(atMost)
                .map((incident) -> StoredEventMapper.of(incident.event(), incident.isOpen()))
                .toList();
    }

    synchronized void markStored(Collection<StoredEvent> events) {
        for (StoredEvent event : events) {
            Incident incident = this.incidents.get(event.id());
            if (incident != null) {
                incident.markStored(event.sequence());
            }
        }
    }

    /**
     * Restores the rows of the previous run.
     *
     * @param highest the highest numbers that were given
     * @param newest the newest stored rows
     * @param unfinished the rows that were open
     */
    public synchronized void restore(Highest highest, List<StoredEvent> newest, List<StoredEvent> unfinished) {
        this.retention.keepUnstored();
        renumberAfter(highest);
        List<Incident> own =
                this.incidents.values().stream().filter(Incident::isOpen).toList();
        newest.forEach((event) -> remember(event, false));
        unfinished.forEach((event) -> remember(event, true).ifPresent(this.restored::add));
        own.forEach(this::continueRestored);
        this.active.clear();
        this.incidents.values().forEach(this.active::update);
        prune();
    }

    /** Gives an alert that began before the restoration its row of the previous run. */
    private void continueRestored(Incident own) {
        GpuEvent event = own.event();
        EventDraft draft = EventDraft.of(event);
        Incident before = this.restored.takeLike(draft);
        if (before != null) {
            this.restored.remove(before);
            this.incidents.remove(event.id());
            EventChange change = new EventChange(before.event());
            change.continuedBy(draft);
            if (event.xid() != null) {
                change.as(event.kind(), event.xid());
            }
            own.set(change.made(++this.lastSequence));
            own.continueReports(before);
            this.incidents.put(own.event().id(), own);
            publish(own);
        }
    }

    private Optional<Incident> remember(StoredEvent stored, boolean open) {
        Optional<Incident> row = StoredEventMapper.event(stored).map((event) -> new Incident(this, event, open, true));
        row.ifPresent((known) -> this.incidents.put(stored.id(), known));
        return row;
    }

    /** Keeps ids and sequences unique, even after the clock was set back. */
    private void renumberAfter(Highest highest) {
        long firstId = this.incidents.isEmpty() ? Long.MAX_VALUE : this.incidents.firstKey();
        long firstSequence =
                since(Instant.MIN).stream().mapToLong(GpuEvent::sequence).min().orElse(Long.MAX_VALUE);
        this.lastId = Math.max(this.lastId, highest.id());
        this.lastSequence = Math.max(this.lastSequence, highest.sequence());
        if (highest.id() >= firstId || highest.sequence() >= firstSequence) {
            List<Incident> own = new ArrayList<>(this.incidents.values());
            this.incidents.clear();
            this.active.clear();
            for (Incident incident : own) {
                incident.set(new EventChange(incident.event()).numbered(++this.lastId, ++this.lastSequence));
                this.incidents.put(this.lastId, incident);
                publish(incident);
            }
        }
    }

    /** Returns the alerts of the previous run that have neither continued nor ended. */
    public RestoredIncidents restored() {
        return this.restored;
    }

    /** Drops all rows, since other GPUs are sampled from now on. Numbers continue. */
    synchronized void forgetAll() {
        this.restored.clear();
        this.incidents.values().forEach(Incident::forget);
        this.incidents.clear();
        this.active.clear();
    }

    synchronized void close() {
        this.publisher.complete();
    }
}
