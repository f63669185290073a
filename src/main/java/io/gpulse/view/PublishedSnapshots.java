package io.gpulse.view;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The published snapshots. */
@FunctionalInterface
public interface PublishedSnapshots {

    /** Returns the latest snapshot; empty before the first round has finished. */
    Optional<PublishedSnapshot> latest();

    /** Returns the latest snapshot; null before the first round has finished. */
    default @Nullable Snapshot snapshot() {
        return latest().map(PublishedSnapshot::snapshot).orElse(null);
    }

    /** Returns the time between rounds; zero before the first one. */
    default Duration every() {
        Snapshot latest = snapshot();
        return latest == null ? Duration.ZERO : latest.every();
    }

    /** Returns the snapshots since a time that are kept for streams, the oldest first. */
    default List<Snapshot> since(Instant from) {
        return latest().map(PublishedSnapshot::snapshot).stream().toList();
    }
}
