package io.gpulse.event;

import io.gpulse.device.workload.Workload;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An event before it is added to the log; see {@link GpuEvent}. */
public record EventDraft(
        Instant at,
        EventKind kind,
        Severity severity,
        @Nullable EventGpu gpu,
        @Nullable Integer xid,
        Map<String, String> facts) {

    public EventDraft {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }

    public static EventDraft of(Instant at, EventKind kind, Severity severity, @Nullable EventGpu gpu) {
        return new EventDraft(at, kind, severity, gpu, null, Map.of());
    }

    static EventDraft of(GpuEvent event) {
        return new EventDraft(event.at(), event.kind(), event.severity(), event.gpu(), event.xid(), event.facts());
    }

    /** Returns a draft about several GPUs, one, or none. */
    public static EventDraft about(Instant at, EventKind kind, Severity severity, Collection<EventGpu> gpus) {
        EventGpu only = gpus.size() == 1 ? gpus.iterator().next() : null;
        return new EventDraft(at, kind, severity, only, null, EventGpu.facts(gpus));
    }

    /** Returns the draft with a fact; the same draft for a null value. */
    public EventDraft with(String fact, @Nullable Object value) {
        return value == null ? this : with(Map.of(fact, value.toString()));
    }

    /** Returns the draft with the workload of its process; the path of a notebook is not stored. */
    public EventDraft with(@Nullable Workload workload) {
        return workload == null
                ? this
                : with(EventAttribute.WORKLOAD, workload.kind())
                        .with(EventAttribute.WORKLOAD_ID, workload.id())
                        .with(EventAttribute.WORKLOAD_SYSTEM, workload.system());
    }

    /** Returns the draft with a fact that is {@code true} or absent. */
    public EventDraft flag(String fact, boolean set) {
        return with(fact, set ? true : null);
    }

    /** Returns the draft of an event that is reported now, although it began earlier. */
    public EventDraft reportedAt(Instant now) {
        return with(EventAttribute.REPORTED_AT, now.isAfter(this.at) ? now : null);
    }

    public EventDraft with(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(this.facts);
        all.putAll(more);
        return new EventDraft(this.at, this.kind, this.severity, this.gpu, this.xid, all);
    }

    public EventDraft withXid(@Nullable Integer number) {
        return new EventDraft(this.at, this.kind, this.severity, this.gpu, number, this.facts);
    }

    /** Returns the UUIDs of the GPUs that the event is about; none when it is about the machine. */
    Set<String> uuids() {
        return GpuEvent.uuids(this.gpu, this.facts);
    }

    /** Returns the GPUs that the event is about, by index. */
    public List<EventGpu> gpus() {
        return EventGpu.of(this.gpu, this.facts);
    }
}
