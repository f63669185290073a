package io.gpulse.event;

import io.gpulse.history.sqlite.EventStore.Highest;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The newest incidents, in memory. Incidents that last are kept until they end. Any thread may use it; nothing of it
 * blocks.
 */
public final class EventLog implements EventFeed, IncidentReporter {

    /** So many wait for a subscriber that is slow; the oldest are given up. */
    private static final int WAITING = 1024;

    private final EventRetention forgetting;
    private final EventCounts counts;
    private final Sinks.Many<GpuEvent> sink = Sinks.many().multicast().directBestEffort();
    private final Sinks.Empty<Void> restored = Sinks.empty();
    private final TreeMap<Long, Incident> incidents = new TreeMap<>();
    private final RestoredIncidents carried = new RestoredIncidents();
    private List<RuleEvaluation> judged = List.of();
    private long lastId;
    private long lastSequence;

    /**
     * An event as it is now.
     *
     * @param open whether it lasts on
     * @param stored whether it is stored as it is
     */
    record Remembered(GpuEvent event, boolean open, boolean stored) {}

    /**
     * @param most how many are remembered
     * @param startedAt ids and sequences begin there, so that they grow over restarts
     */
    public EventLog(int most, Instant startedAt, EventCounts counts) {
        this.forgetting = new EventRetention(most);
        this.counts = counts;
        this.lastId = startedAt.toEpochMilli() - 1;
        this.lastSequence = this.lastId;
    }

    /** Adds what does not last. */
    public synchronized Incident add(EventDraft draft) {
        return added(draft, null, false);
    }

    /** Adds what lasts until it is ended; goes on with what lasted when an earlier gpulse ended. */
    @Override
    public synchronized Incident begin(EventDraft draft) {
        Incident before = this.carried.takeLike(draft);
        if (before != null) {
            change(before, (event) -> draft.facts().forEach(event.severity(draft.severity())::fact), true);
            return before;
        }
        this.carried.takeReplaced(draft).forEach((replaced) -> replaced.end(draft.at()));
        return added(draft, null, true);
    }

    /** Adds what has ended by now. */
    public synchronized Incident add(EventDraft draft, Instant until) {
        return added(draft, until, false);
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
        forgetTheOldest();
        tell(incident);
        return incident;
    }

    private void forgetTheOldest() {
        this.forgetting.among(this.incidents.values());
    }

    synchronized void change(Incident incident, Consumer<EventChange> change, boolean lasts) {
        EventChange changed = new EventChange(incident.event());
        change.accept(changed);
        if (incident.isForgotten() || changed.changesNothing() && lasts == incident.isOpen()) {
            return;
        }
        GpuEvent before = incident.event();
        incident.set(changed.made(++this.lastSequence), lasts);
        if (incident.event().kind() != before.kind()) {
            this.counts.count(incident.event().kind());
        }
        // What was forgotten is remembered again: it is to be stored.
        this.incidents.put(before.id(), incident);
        forgetTheOldest();
        tell(incident);
    }

    private void tell(Incident incident) {
        this.sink.tryEmitNext(incident.event());
    }

    @Override
    public Flux<GpuEvent> events() {
        return this.sink.asFlux().onBackpressureBuffer(WAITING, BufferOverflowStrategy.DROP_OLDEST);
    }

    @Override
    public Mono<Void> restored() {
        return this.restored.asMono();
    }

    @Override
    public synchronized List<GpuEvent> since(Instant from) {
        return all().stream().filter((event) -> !event.at().isBefore(from)).toList();
    }

    private List<GpuEvent> all() {
        return this.incidents.values().stream().map(Incident::event).toList();
    }

    /** All that are remembered, by id. */
    synchronized List<Remembered> remembered() {
        return this.incidents.values().stream()
                .map((incident) -> new Remembered(incident.event(), incident.isOpen(), incident.isStored()))
                .toList();
    }

    /** The highest sequence that was given; before the first one, what that is going to be after. */
    synchronized long highestSequence() {
        return this.lastSequence;
    }

    /** The oldest of what is not stored yet. */
    synchronized List<StoredEvent> unstored(int atMost) {
        return this.incidents.values().stream()
                .filter((incident) -> !incident.isStored())
                .limit(atMost)
                .map((incident) -> StoredEventMapper.of(incident.event(), incident.isOpen()))
                .toList();
    }

    /** These are stored, as they were. */
    synchronized void markStored(Collection<StoredEvent> events) {
        for (StoredEvent event : events) {
            Incident incident = this.incidents.get(event.id());
            if (incident != null) {
                incident.markStored(event.sequence());
            }
        }
    }

    /**
     * Goes on where an earlier gpulse ended.
     *
     * @param highest numbers that were given
     * @param newest the newest that are stored
     * @param unfinished those that lasted then
     */
    synchronized void restore(Highest highest, List<StoredEvent> newest, List<StoredEvent> unfinished) {
        this.forgetting.keepUnstored();
        renumberAfter(highest);
        List<Incident> own =
                this.incidents.values().stream().filter(Incident::isOpen).toList();
        newest.stream().filter(StoredEventMapper::isKnown).forEach((event) -> remember(event, false));
        unfinished.stream()
                .filter(StoredEventMapper::isKnown)
                .forEach((event) -> this.carried.add(remember(event, true)));
        own.forEach(this::goOn);
        forgetTheOldest();
        this.restored.tryEmitEmpty();
    }

    /** What was found to last before it was known that it had lasted already is the same row. */
    private void goOn(Incident own) {
        GpuEvent event = own.event();
        EventDraft draft =
                new EventDraft(event.at(), event.kind(), event.severity(), event.gpu(), event.xid(), event.facts());
        Incident before = this.carried.takeLike(draft);
        if (before != null) {
            this.incidents.remove(event.id());
            EventChange change = new EventChange(before.event()).severity(event.severity());
            event.facts().forEach(change::fact);
            if (event.kind() == EventKind.XID) {
                change.as(EventKind.XID, event.xid());
            }
            own.set(change.made(++this.lastSequence), true);
            this.incidents.put(own.event().id(), own);
            tell(own);
        }
    }

    private Incident remember(StoredEvent stored, boolean lasts) {
        Incident incident = new Incident(this, StoredEventMapper.event(stored), lasts, true);
        this.incidents.put(stored.id(), incident);
        return incident;
    }

    /** Numbers are not given again, not even after the clock was set back. */
    private void renumberAfter(Highest highest) {
        boolean taken = highest.id() >= firstId() || highest.sequence() >= firstSequence();
        this.lastId = Math.max(this.lastId, highest.id());
        this.lastSequence = Math.max(this.lastSequence, highest.sequence());
        if (taken) {
            List<Incident> own = new ArrayList<>(this.incidents.values());
            this.incidents.clear();
            for (Incident incident : own) {
                GpuEvent event = incident.event();
                incident.set(event.numbered(++this.lastId, ++this.lastSequence), incident.isOpen());
                this.incidents.put(this.lastId, incident);
                tell(incident);
            }
        }
    }

    private long firstId() {
        return this.incidents.isEmpty() ? Long.MAX_VALUE : this.incidents.firstKey();
    }

    private long firstSequence() {
        return all().stream().mapToLong(GpuEvent::sequence).min().orElse(Long.MAX_VALUE);
    }

    @Override
    public synchronized void judged(List<RuleEvaluation> rules) {
        this.judged = List.copyOf(rules);
    }

    /**
     * Ends what rules said when an earlier gpulse ended, and say no more.
     *
     * @param lastSampled when that gpulse saw the GPUs last
     * @param late whether all of them had time to say it again
     */
    synchronized void endCarriedInsights(Instant lastSampled, boolean late) {
        this.carried
                .takeInsights((event) -> late || this.judged.stream().anyMatch((rule) -> isOver(rule, event)))
                .forEach((incident) ->
                        incident.end(lastSampled, (event) -> event.fact(EventAttribute.END_UNKNOWN, true)));
    }

    private static boolean isOver(RuleEvaluation rule, GpuEvent event) {
        return rule.rule().equals(event.facts().get(EventAttribute.RULE)) && rule.isOver(event.uuids());
    }

    /**
     * Ends what lasted when an earlier gpulse ended and was not seen since; but not what only a GPU tells that does not
     * answer.
     *
     * @param lastSampled when that gpulse saw the GPUs last
     * @param answering UUIDs of the GPUs that answer
     */
    synchronized void endCarried(Instant lastSampled, Set<String> answering) {
        this.carried
                .takeUnseen(answering)
                .forEach((incident) ->
                        incident.end(lastSampled, (event) -> event.fact(EventAttribute.END_UNKNOWN, true)));
    }

    /**
     * Ends that GPUs did not answer when an earlier gpulse ended.
     *
     * @param answering UUIDs of the GPUs that answer
     * @param known whether they answer only since then
     */
    synchronized void endAnswering(Set<String> answering, Instant at, boolean known) {
        this.carried
                .takeAnswering(answering)
                .forEach((incident) -> incident.end(
                        at, (event) -> event.fact(EventAttribute.END_UNKNOWN, known ? null : Boolean.TRUE)));
    }

    /** Forgets all: what comes is of other GPUs. Numbers go on. */
    synchronized void forgetAll() {
        this.carried.takeAll();
        this.incidents.values().forEach(Incident::forget);
        this.incidents.clear();
    }

    synchronized void close() {
        this.sink.tryEmitComplete();
    }
}
