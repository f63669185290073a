package io.gpulse.event;

import io.gpulse.event.xid.Xid;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A row of the log: an occurrence, or an alert from when it fires until it is resolved. What is learned later changes
 * the row: it keeps its id and gets a new sequence.
 *
 * @param id unique for all time
 * @param sequence grows with each event and each change of an event
 * @param until when an alert was resolved, or an occurrence with a duration ended; otherwise null
 * @param gpu the only GPU that it is about; null for several GPUs, the machine, or gpulse
 * @param xid the number of the fault that the driver reported; otherwise null
 * @param count how often it was reported
 * @param facts further attributes, see {@link EventAttribute}; equal kinds have equal names
 */
public record GpuEvent(
        long id,
        long sequence,
        Instant at,
        @Nullable Instant until,
        EventKind kind,
        Severity severity,
        @Nullable EventGpu gpu,
        @Nullable Integer xid,
        int count,
        Map<String, String> facts) {

    public GpuEvent {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }

    /** Returns the UUIDs of the GPUs that it is about; none when it is about the machine. */
    Set<String> uuids() {
        return uuids(this.gpu, this.facts);
    }

    static Set<String> uuids(@Nullable EventGpu gpu, Map<String, String> facts) {
        String several = facts.get(EventAttribute.UUIDS);
        return gpu != null ? Set.of(gpu.uuid()) : several == null ? Set.of() : Set.of(several.split(" "));
    }

    /** Returns when it was reported, if the condition had to last for a time first; null otherwise. */
    public @Nullable Instant reportedAt() {
        String time = this.facts.get(EventAttribute.REPORTED_AT);
        return time == null ? null : Instant.parse(time);
    }

    /** Returns whether it is a fault that is the cause of another event of the same GPU. */
    public boolean explains(EventKind other) {
        return this.xid != null && Xid.of(this.xid).explains(other);
    }

    /** Returns whether it is about other GPUs, and not about this one. */
    public boolean isOfOthers(EventGpu gpu) {
        return !uuids().isEmpty() && !uuids().contains(gpu.uuid());
    }

    /** Returns whether it reports a GPU that does not answer, for whatever cause. */
    boolean isUnreachable() {
        return !uuids().isEmpty()
                && (this.kind.isUnreachable()
                        || (this.kind == EventKind.XID && this.facts.containsKey(EventAttribute.STATE)));
    }

    /** Returns whether it is of the rule of an alert, and about one of its GPUs. */
    boolean hasRuleOf(EventDraft alert) {
        String rule = alert.facts().get(EventAttribute.RULE);
        return rule != null
                && rule.equals(this.facts.get(EventAttribute.RULE))
                && !Collections.disjoint(uuids(), alert.uuids());
    }

    /** Returns whether it is a fault that needs attention. */
    boolean isFault() {
        return this.kind == EventKind.XID && this.severity != Severity.INFO;
    }

    /** Returns whether it is a fault of a number. */
    public boolean hasXid(int number) {
        return this.xid != null && this.xid == number;
    }

    /** Returns the same event about other GPUs; its facts are kept. */
    public GpuEvent about(Collection<EventGpu> others) {
        Map<String, String> all = new TreeMap<>(EventGpu.facts(others));
        all.putAll(this.facts);
        return with(others.size() == 1 ? others.iterator().next() : null, all);
    }

    /** Returns the same event with another value of a fact. */
    public GpuEvent with(String fact, String value) {
        Map<String, String> all = new TreeMap<>(this.facts);
        all.put(fact, value);
        return with(this.gpu, all);
    }

    /** Returns the same event without a fact. */
    public GpuEvent without(String fact) {
        Map<String, String> all = new TreeMap<>(this.facts);
        all.remove(fact);
        return with(this.gpu, all);
    }

    private GpuEvent with(@Nullable EventGpu gpu, Map<String, String> facts) {
        return new GpuEvent(
                this.id,
                this.sequence,
                this.at,
                this.until,
                this.kind,
                this.severity,
                gpu,
                this.xid,
                this.count,
                facts);
    }

    /** Fails if the facts of a stored event cannot be read. */
    public void checkFacts() {
        gpus();
        reportedAt();
    }

    /** Returns the GPUs of the event. */
    public List<EventGpu> gpus() {
        return EventGpu.of(this.gpu, this.facts);
    }
}
