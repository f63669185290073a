package io.gpulse.event;

import io.gpulse.history.sqlite.EventStore.StoredEvent;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
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

    /** Returns whether kind and severity are known; a newer gpulse may have stored others. */
    static boolean isKnown(StoredEvent stored) {
        return Arrays.stream(EventKind.values()).anyMatch((kind) -> kind.label().equals(stored.kind()))
                && Arrays.stream(Severity.values())
                        .anyMatch((severity) -> severity.label().equals(stored.severity()));
    }

    static GpuEvent event(StoredEvent stored) {
        return new GpuEvent(
                stored.id(),
                stored.sequence(),
                Instant.ofEpochMilli(stored.at()),
                stored.until() == null ? null : Instant.ofEpochMilli(stored.until()),
                EventKind.valueOf(stored.kind().toUpperCase(Locale.ROOT)),
                Severity.valueOf(stored.severity().toUpperCase(Locale.ROOT)),
                gpu(stored),
                stored.xid(),
                stored.count(),
                stored.facts());
    }

    private static @Nullable EventGpu gpu(StoredEvent stored) {
        return stored.uuid() == null || stored.index() == null ? null : new EventGpu(stored.index(), stored.uuid());
    }
}
