package io.gpulse.view;

import io.gpulse.device.Snapshot;
import java.io.OutputStream;

/** Writes the part of a snapshot that a view shows as one line of JSON. */
@FunctionalInterface
public interface SnapshotEncoder {

    void encode(Snapshot snapshot, View view, OutputStream target);

    /** Writes snapshots that are {@linkplain PublishedSnapshot#isStale stale}. */
    default SnapshotEncoder stale() {
        return this;
    }
}
