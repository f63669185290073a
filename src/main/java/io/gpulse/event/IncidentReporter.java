package io.gpulse.event;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds to the log of events what other features find out. Never blocks. */
public interface IncidentReporter {

    /**
     * Begins an incident that lasts.
     *
     * @return by which its end is reported
     */
    OpenIncident begin(EventDraft draft);

    /**
     * What rules say was looked for, and is not there: what they said of it when an earlier gpulse ended is over.
     *
     * @param rules their ids
     */
    default void passed(Set<String> rules) {}

    /** An incident that has begun. */
    @FunctionalInterface
    interface OpenIncident {

        /**
         * What was said of it then no longer holds.
         *
         * @param facts what is known of it in the end
         */
        void end(Instant at, Map<String, String> facts);

        /** When it began: earlier than was said, where an earlier gpulse told of it; null when that is not known. */
        default @Nullable Instant since() {
            return null;
        }
    }
}
