package io.gpulse.event;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rows whose advice counts: those whose alerts fire, and faults that the driver reported within a day, since the
 * last renewal of the session with it. The lock of the log guards it.
 */
final class ActiveRows {

    private static final Duration RETENTION = Duration.ofHours(24);

    private final SortedMap<Long, Incident> rows = new TreeMap<>();

    /** Records a new row, or a change of one. */
    void update(Incident row) {
        GpuEvent event = row.event();
        if (isNewSession(event)) {
            Instant renewed = event.until() == null ? event.at() : event.until();
            // The clock may have been set: what was reported before has a lower id.
            this.rows.forEach((id, known) -> known.forgetReports(id < event.id() ? Instant.MAX : renewed));
        }
        if (row.isOpen() || event.isFault()) {
            this.rows.put(event.id(), row);
        } else {
            this.rows.remove(event.id());
        }
    }

    private static boolean isNewSession(GpuEvent event) {
        return event.kind() == EventKind.DRIVER_RENEWED
                || (event.kind() == EventKind.DRIVER_GONE && event.until() != null);
    }

    /** Removes rows that the log no longer has. */
    void retain(Set<Long> ids) {
        this.rows.keySet().retainAll(ids);
    }

    void clear() {
        this.rows.clear();
    }

    /** Returns the events, the oldest first. */
    List<GpuEvent> events(Instant now) {
        return this.rows.values().stream()
                .filter((row) -> row.isOpen() || isRecent(row, now))
                .map(Incident::event)
                .toList();
    }

    /** Returns the faults of a GPU, the oldest first. */
    List<Fault> faults(String uuid, Instant now) {
        return this.rows.values().stream()
                .filter((row) -> {
                    EventGpu gpu = row.event().gpu();
                    return gpu != null && gpu.uuid().equals(uuid);
                })
                .filter((row) -> row.event().isFault() && isRecent(row, now))
                .map((row) -> new Fault(row.event(), Objects.requireNonNull(row.reported())))
                .toList();
    }

    private boolean isRecent(Incident row, Instant now) {
        Instant reported = row.reported();
        return reported != null && reported.isAfter(now.minus(RETENTION));
    }
}
