package io.gpulse.view;

import io.gpulse.device.Snapshot;

/** A sentence about a snapshot, which another feature contributes to the table for terminals. */
@FunctionalInterface
public interface SnapshotRemark {

    String of(Snapshot snapshot);
}
