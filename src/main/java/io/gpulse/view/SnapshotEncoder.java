package io.gpulse.view;

import io.gpulse.device.Snapshot;
import java.io.OutputStream;

/** Writes a view of a snapshot as one line of JSON. */
@FunctionalInterface
public interface SnapshotEncoder {

    /** @param stale whether the snapshot is {@linkplain PublishedSnapshot#isStale stale} */
    void encode(Snapshot snapshot, View view, boolean stale, OutputStream target);
}
