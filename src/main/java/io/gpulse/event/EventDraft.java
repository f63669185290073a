package io.gpulse.event;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is known of an incident when it is noticed; see {@link GpuEvent}. */
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

    /** The same, and that; without a value it stays as it is. */
    public EventDraft with(String fact, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        Map<String, String> more = new TreeMap<>(this.facts);
        more.put(fact, value.toString());
        return new EventDraft(this.at, this.kind, this.severity, this.gpu, this.xid, more);
    }

    /** The same, as that fault. */
    public EventDraft withXid(int number) {
        return new EventDraft(this.at, this.kind, this.severity, this.gpu, number, this.facts);
    }
}
