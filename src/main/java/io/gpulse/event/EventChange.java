package io.gpulse.event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** A change of an event. */
public final class EventChange {

    private final GpuEvent before;
    private final Map<String, String> facts;
    private Instant at;
    private @Nullable Instant until;
    private EventKind kind;
    private Severity severity;
    private @Nullable Integer xid;
    private int count;
    private @Nullable EventGpu gpu;

    EventChange(GpuEvent before) {
        this.before = before;
        this.facts = new TreeMap<>(before.facts());
        this.at = before.at();
        this.until = before.until();
        this.kind = before.kind();
        this.severity = before.severity();
        this.xid = before.xid();
        this.count = before.count();
        this.gpu = before.gpu();
    }

    /** Sets a fact; a null value changes nothing. */
    public EventChange fact(String name, @Nullable Object value) {
        if (value != null) {
            this.facts.put(name, value.toString());
        }
        return this;
    }

    public EventChange without(String name) {
        this.facts.remove(name);
        return this;
    }

    /** Adds values, separated by blanks, to a fact that is a list of distinct values. */
    public EventChange listed(String name, String values) {
        Set<String> all = new LinkedHashSet<>();
        all.addAll(List.of(this.facts.getOrDefault(name, "").split(" ")));
        all.addAll(List.of(values.split(" ")));
        all.remove("");
        return fact(name, String.join(" ", all));
    }

    /** Adds to a fact that is a number. */
    public EventChange more(String name, long by) {
        return merged(name, by, Long::sum);
    }

    /** Sets a fact that is a number to the merger of its value, if it has one, and another; null changes nothing. */
    public EventChange merged(String name, @Nullable Long value, LongBinaryOperator merger) {
        String known = this.facts.get(name);
        return value == null || known == null
                ? fact(name, value)
                : fact(name, merger.applyAsLong(Long.parseLong(known), value));
    }

    /** Adds to a fact that counts, and sets the count of the event to it. */
    public EventChange counted(long more, String fact) {
        more(fact, more);
        this.count = (int) Math.min(Integer.MAX_VALUE, Long.parseLong(this.facts.getOrDefault(fact, "1")));
        return this;
    }

    public EventChange count(int more) {
        this.count += more;
        return this;
    }

    /** Sets the beginning if that is earlier than the known one. */
    public EventChange beganAt(Instant earlier) {
        this.at = earlier.isBefore(this.at) ? earlier : this.at;
        return this;
    }

    /** Sets the end; an end before the beginning is replaced by the beginning. */
    public EventChange until(@Nullable Instant end) {
        this.until = end;
        return this;
    }

    /** Raises the severity to a severity. */
    public EventChange severity(Severity other) {
        this.severity = this.severity.max(other);
        return this;
    }

    /** Sets the severity to that of the fault that explains the event. */
    public EventChange explained(Severity fault) {
        this.severity = fault;
        return this;
    }

    /** Sets the only GPU; null for several. */
    public EventChange of(@Nullable EventGpu other) {
        this.gpu = other;
        return this;
    }

    /** Adds GPUs that the event is about as well. */
    private EventChange joinedBy(List<EventGpu> others) {
        TreeSet<String> uuids = new TreeSet<>(GpuEvent.uuids(this.gpu, this.facts));
        List<EventGpu> all = new ArrayList<>(EventGpu.of(this.gpu, this.facts));
        boolean complete = all.size() == uuids.size();
        List<EventGpu> more =
                others.stream().filter((one) -> uuids.add(one.uuid())).toList();
        all.addAll(more);
        if (more.isEmpty() || uuids.size() == 1) {
            return this;
        }
        of(null);
        if (complete) {
            this.facts.putAll(EventGpu.facts(all));
            return this;
        }
        SortedSet<Integer> indexes = EventGpu.indexes(this.facts.getOrDefault(EventAttribute.GPUS, ""));
        more.forEach((one) -> indexes.add(one.index()));
        return fact(EventAttribute.GPUS, EventGpu.indexes(indexes)).fact(EventAttribute.UUIDS, String.join(" ", uuids));
    }

    /** Removes one of several GPUs. */
    public EventChange leftBy(EventGpu other) {
        List<EventGpu> rest = EventGpu.of(this.gpu, this.facts).stream()
                .filter((one) -> !one.uuid().equals(other.uuid()))
                .toList();
        this.facts.keySet().removeAll(List.of(EventAttribute.GPUS, EventAttribute.UUIDS, EventAttribute.INDEXES));
        this.facts.putAll(EventGpu.facts(rest));
        return of(rest.size() == 1 ? rest.get(0) : null);
    }

    /** Adds another alert of the row. */
    EventChange joinedBy(EventDraft draft) {
        String clock = draft.facts().get(EventAttribute.LOWEST_SM_CLOCK);
        String state = draft.facts().get(EventAttribute.P_STATE);
        joinedBy(draft.gpus())
                .merged(EventAttribute.LOWEST_SM_CLOCK, clock == null ? null : Long.valueOf(clock), Math::min);
        return (state == null ? this : slowest(state)).become(draft);
    }

    /** Sets the performance state if it is slower than the known one. */
    public EventChange slowest(String state) {
        this.facts.merge(EventAttribute.P_STATE, state, (one, other) -> numberOf(one) >= numberOf(other) ? one : other);
        return this;
    }

    /** Returns the number of a performance state: 8 for {@code P8}. */
    private static int numberOf(String state) {
        return Integer.parseInt(state.substring(1));
    }

    /** Takes the kind, the severity and the facts of an alert that reports the same. */
    EventChange become(EventDraft draft) {
        if (draft.kind() != EventKind.INSIGHT) {
            without(EventAttribute.SENTENCE).without(EventAttribute.SENTENCE_ZH);
        }
        this.kind = draft.kind();
        draft.facts().forEach(this.facts::putIfAbsent);
        return severity(draft.severity());
    }

    /** Takes the facts of an alert that continues the row; it keeps the time at which it was reported. */
    EventChange continuedBy(EventDraft draft) {
        if (this.kind == EventKind.INSIGHT) {
            become(draft);
        }
        String reported = this.facts.remove(EventAttribute.REPORTED_AT);
        this.facts.putAll(draft.facts());
        this.facts.remove(EventAttribute.REPORTED_AT);
        return severity(draft.severity()).fact(EventAttribute.REPORTED_AT, reported);
    }

    /** Sets another kind, and its fault number. */
    public EventChange as(EventKind other, @Nullable Integer number) {
        this.kind = other;
        this.xid = number;
        return this;
    }

    boolean changesNothing() {
        return made(this.before.sequence()).equals(this.before);
    }

    GpuEvent made(long sequence) {
        return numbered(this.before.id(), sequence);
    }

    GpuEvent numbered(long id, long sequence) {
        Instant end = this.until;
        return new GpuEvent(
                id,
                sequence,
                this.at,
                end != null && end.isBefore(this.at) ? this.at : end,
                this.kind,
                this.severity,
                this.gpu,
                this.xid,
                this.count,
                this.facts);
    }
}
