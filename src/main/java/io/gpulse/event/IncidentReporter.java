package io.gpulse.event;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds to the log of events what other features find out. Never blocks. */
public interface IncidentReporter {

    /**
     * Begins an incident that lasts.
     *
     * @return by which its end is reported
     */
    OpenIncident begin(EventDraft draft);

    /** What rules look for is not there: what they said of it when an earlier gpulse ended is over. */
    default void judged(List<RuleEvaluation> rules) {}

    /** An incident that has begun. */
    @FunctionalInterface
    interface OpenIncident {

        /**
         * What was said of it then no longer holds.
         *
         * @param facts what is known of it in the end
         */
        void end(Instant at, Map<String, String> facts);

        /** It is about more GPUs than before, as the draft says. */
        default void change(EventDraft draft) {}

        /** When it began: earlier than was said, where an earlier gpulse told of it; null when that is not known. */
        default @Nullable Instant since() {
            return null;
        }
    }
}
