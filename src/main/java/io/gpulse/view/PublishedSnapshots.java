package io.gpulse.view;

import java.util.Optional;

/** The snapshots that are published, newest first to be asked for. */
@FunctionalInterface
public interface PublishedSnapshots {

    /** The newest one; empty before the first round is over. */
    Optional<PublishedSnapshot> latest();
}
