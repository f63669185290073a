package io.gpulse.view;

import io.gpulse.device.Snapshot;
import java.io.OutputStream;

/** Writes a view of a snapshot as one line of JSON. */
@FunctionalInterface
public interface SnapshotEncoder {

    void encode(Snapshot snapshot, View view, OutputStream target);

    /** Returns the encoder for {@linkplain PublishedSnapshot#isStale stale} snapshots. */
    default SnapshotEncoder stale() {
        return this;
    }
}
