package io.gpulse.view;

import io.gpulse.device.Snapshot;
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
}
