package io.gpulse.history.past;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.Snapshot;
import io.gpulse.history.sqlite.HistoryStore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Detects the events and alerts of a simulated past, as those of the present. */
public interface PastAlerts {

    /**
     * Begins a time in which gpulse ran.
     *
     * @param lastSampled the last round before it; null where there is none
     */
    Run begin(HistoryStore store, Snapshot first, @Nullable Instant lastSampled);

    /** A time in which gpulse ran. */
    interface Run {

        void add(DriverEvent report);

        void add(Snapshot round);

        /** Stores all of its events, after the last round. */
        void store();
    }
}
