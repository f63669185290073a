package io.gpulse.event;

import io.gpulse.history.sqlite.EventStore.StoredEvent;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts events to their stored form and back. */
final class StoredEventMapper {

    private StoredEventMapper() {}

    static StoredEvent of(GpuEvent event, boolean unfinished) {
        EventGpu gpu = event.gpu();
        Instant until = event.until();
        return new StoredEvent(
                event.id(),
                event.sequence(),
                event.at().toEpochMilli(),
                until == null ? null : until.toEpochMilli(),
                event.kind().label(),
                event.severity().label(),
                gpu == null ? null : gpu.uuid(),
                gpu == null ? null : gpu.index(),
                event.xid(),
                event.count(),
                unfinished,
                event.facts());
    }

    /** Returns an event; empty if its kind or its severity is unknown: a newer gpulse may have stored others. */
    static Optional<GpuEvent> event(StoredEvent stored) {
        EventKind kind;
        Severity severity;
        try {
            kind = EventKind.valueOf(stored.kind().toUpperCase(Locale.ROOT));
            severity = Severity.valueOf(stored.severity().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
        Long until = stored.until();
        return Optional.of(new GpuEvent(
                stored.id(),
                stored.sequence(),
                Instant.ofEpochMilli(stored.at()),
                until == null ? null : Instant.ofEpochMilli(until),
                kind,
                severity,
                gpu(stored),
                stored.xid(),
                stored.count(),
                stored.facts()));
    }

    private static @Nullable EventGpu gpu(StoredEvent stored) {
        return stored.uuid() == null || stored.index() == null ? null : new EventGpu(stored.index(), stored.uuid());
    }
}
