package io.gpulse.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

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

        /** When it began: earlier than was said, where an earlier gpulse told of it; null when that is not known. */
        default @Nullable Instant since() {
            return null;
        }
    }
}
