package io.gpulse.view;

import java.util.Optional;

/** The published snapshots. */
@FunctionalInterface
public interface PublishedSnapshots {

    /** Returns the latest snapshot; empty before the first round has finished. */
    Optional<PublishedSnapshot> latest();
}
