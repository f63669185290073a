package io.gpulse.view;

import io.gpulse.device.Snapshot;

/** A sentence about a snapshot, which another feature adds to the text table. */
@FunctionalInterface
public interface SnapshotRemark {

    String of(Snapshot snapshot);
}
