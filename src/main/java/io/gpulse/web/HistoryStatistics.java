package io.gpulse.web;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the history fares.
 *
 * @param detail what is to be said about it, as a sentence; null when all is well
 * @param rawSince the oldest sample; null where there is none
 * @param minutesSince the oldest minute; null where there is none
 * @param hoursSince the oldest hour; null where there is none
 * @param sizeBytes what is stored takes; null while nothing is open
 * @param maxBytes what it may take; null while nothing is open
 */
public record HistoryStatistics(
        HistoryState state,
        @Nullable String detail,
        @Nullable Instant rawSince,
        @Nullable Instant minutesSince,
        @Nullable Instant hoursSince,
        @Nullable Long sizeBytes,
        @Nullable Long maxBytes) {

    /** Without a store. */
    public static HistoryStatistics of(HistoryState state, @Nullable String detail) {
        return new HistoryStatistics(state, detail, null, null, null, null, null);
    }
}
