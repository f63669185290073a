package io.gpulse.event;

import java.time.Instant;

/** Adds to the log of events what other features find out. Never blocks. */
public interface IncidentReporter {

    /**
     * Begins an incident that lasts.
     *
     * @return by which its end is reported
     */
    OpenIncident begin(EventDraft draft);

    /** An incident that has begun. */
    @FunctionalInterface
    interface OpenIncident {

        /** What was said of it then no longer holds. */
        void end(Instant at);
    }
}
