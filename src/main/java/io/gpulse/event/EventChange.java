package io.gpulse.event;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is learned of an incident after it was noticed. */
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

    /** Without a value it stays as it is. */
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

    /** Adds to a list, in which each stands once. */
    public EventChange listed(String name, String value) {
        this.facts.merge(
                name, value, (all, one) -> (" " + all + " ").contains(" " + one + " ") ? all : all + " " + one);
        return this;
    }

    /** Adds to a number. */
    public EventChange more(String name, long by) {
        this.facts.merge(name, Long.toString(by), (all, one) -> Long.toString(Long.parseLong(all) + by));
        return this;
    }

    /** It was told so often in all, by a fact that counts it. */
    public EventChange counted(long more, String fact) {
        more(fact, more);
        this.count = (int) Math.min(Integer.MAX_VALUE, Long.parseLong(this.facts.getOrDefault(fact, "1")));
        return this;
    }

    public EventChange count(int more) {
        this.count += more;
        return this;
    }

    /** It began earlier than was known. */
    public EventChange begunAt(Instant earlier) {
        this.at = earlier.isBefore(this.at) ? earlier : this.at;
        return this;
    }

    /** When it was over: not before it began. */
    public EventChange until(@Nullable Instant end) {
        this.until = end;
        return this;
    }

    /** At least as severe as that. */
    public EventChange severity(Severity other) {
        this.severity = this.severity.max(other);
        return this;
    }

    /** As severe as the fault that explains it. */
    public EventChange explained(Severity fault) {
        this.severity = fault;
        return this;
    }

    /** It is of that GPU; null for several. */
    public EventChange of(@Nullable EventGpu other) {
        this.gpu = other;
        return this;
    }

    /** It is of this GPU as well. */
    public EventChange joinedBy(EventGpu another) {
        TreeSet<String> uuids = new TreeSet<>(GpuEvent.uuids(this.gpu, this.facts));
        EventGpu one = this.gpu;
        SortedSet<Integer> indexes = one == null
                ? EventGpu.indexes(this.facts.getOrDefault(EventAttribute.GPUS, ""))
                : new TreeSet<>(Set.of(one.index()));
        uuids.add(another.uuid());
        indexes.add(another.index());
        return uuids.size() == 1
                ? this
                : of(null).fact(EventAttribute.GPUS, EventGpu.indexes(indexes))
                        .fact(EventAttribute.UUIDS, String.join(" ", uuids));
    }

    /** It is something else: its cause was told. */
    public EventChange as(EventKind other, @Nullable Integer number) {
        this.kind = other;
        this.xid = number;
        return this;
    }

    boolean changesNothing() {
        return made(this.before.sequence()).equals(this.before);
    }

    GpuEvent made(long sequence) {
        Instant end = this.until;
        return new GpuEvent(
                this.before.id(),
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
