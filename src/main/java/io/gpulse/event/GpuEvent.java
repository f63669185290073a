package io.gpulse.event;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One incident. What is learned of it later changes it: it keeps its id and gets a new sequence.
 *
 * @param id never given again
 * @param sequence grows with each event and each change of one
 * @param until when something that lasts was over; null for what does not last, and while it lasts
 * @param gpu null when it is about the machine or gpulse
 * @param xid the driver's number of a fault; null for everything else
 * @param count how often it was told
 * @param facts what there is to say of it, by names such as {@code pid}; equal kinds have equal names
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

    /** UUIDs of the GPUs that it is about; none when it is about the machine. */
    Set<String> uuids() {
        return uuids(this.gpu, this.facts);
    }

    static Set<String> uuids(@Nullable EventGpu gpu, Map<String, String> facts) {
        String several = facts.get(EventAttribute.UUIDS);
        return gpu != null ? Set.of(gpu.uuid()) : several == null ? Set.of() : Set.of(several.split(" "));
    }

    /** The same under other numbers. */
    GpuEvent numbered(long newId, long newSequence) {
        return new GpuEvent(
                newId,
                newSequence,
                this.at,
                this.until,
                this.kind,
                this.severity,
                this.gpu,
                this.xid,
                this.count,
                this.facts);
    }
}
