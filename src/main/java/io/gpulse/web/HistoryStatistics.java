package io.gpulse.web;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The state of the history. */
@Schema(name = "HistoryStatus", description = "State of the history.")
public record HistoryStatistics(
        @Schema(
                description = "RECORDING; MEMORY_ONLY where no file can be written; SUSPENDED while the disk is full"
                        + " or fails; LOCKED while another gpulse has the file; REFUSED when the file is of a newer"
                        + " gpulse, of another program or user, or not a file; OPENING at the start; OFF when switched"
                        + " off.",
                example = "RECORDING")
        HistoryState state,

        @Schema(description = "Explanation as a sentence; null when all is well.", example = "null") @Nullable
        String detail,

        @Schema(description = "Time of the oldest sample.", example = "2026-11-19T09:12:44.120Z") @Nullable
        Instant rawSince,

        @Schema(description = "Start of the oldest minute.", example = "2026-10-21T09:12:00.000Z") @Nullable
        Instant minutesSince,

        @Schema(description = "Start of the oldest hour.", example = "2026-10-21T09:00:00.000Z") @Nullable
        Instant hoursSince,

        @Schema(description = "Current size in bytes; null while no store is open.", example = "148373504") @Nullable
        Long sizeBytes,

        @Schema(description = "Maximum size in bytes; null while no store is open.", example = "1073741824") @Nullable
        Long maxBytes) {

    /** Returns the state without an open store. */
    public static HistoryStatistics of(HistoryState state, @Nullable String detail) {
        return new HistoryStatistics(state, detail, null, null, null, null, null);
    }

    /** Returns these statistics in another state. */
    public HistoryStatistics with(HistoryState next, @Nullable String explanation) {
        return new HistoryStatistics(
                next, explanation, this.rawSince, this.minutesSince, this.hoursSince, this.sizeBytes, this.maxBytes);
    }
}
