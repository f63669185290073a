package io.gpulse.event;

import io.gpulse.event.EventLog.Remembered;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The events whose advice counts: those whose alerts fire, and faults that the driver reported within a day, since the
 * last renewal of the session with it.
 */
final class ActiveEvents {

    private static final Duration RETENTION = Duration.ofHours(24);

    private ActiveEvents() {}

    static List<GpuEvent> of(List<Remembered> rows, Instant now) {
        Instant from = rows.stream()
                .map(Remembered::event)
                .filter(ActiveEvents::isNewSession)
                .map(ActiveEvents::last)
                .reduce(now.minus(RETENTION), (one, other) -> one.isAfter(other) ? one : other);
        return rows.stream()
                .filter((row) ->
                        row.open() || (isFault(row.event()) && last(row.event()).isAfter(from)))
                .map(Remembered::event)
                .toList();
    }

    private static boolean isNewSession(GpuEvent event) {
        return event.kind() == EventKind.DRIVER_RENEWED
                || (event.kind() == EventKind.DRIVER_GONE && event.until() != null);
    }

    private static boolean isFault(GpuEvent event) {
        return event.kind() == EventKind.XID && event.severity() != Severity.INFO;
    }

    private static Instant last(GpuEvent event) {
        return event.until() == null ? event.at() : event.until();
    }
}
