package io.gpulse.web;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of the history.
 *
 * @param state RECORDING; MEMORY_ONLY where no file can be written; SUSPENDED while the disk is full or fails; LOCKED
 *     while another gpulse has the file; REFUSED when the file is of a newer gpulse, of another program or user, or not
 *     a file; OPENING at the start; OFF when switched off.
 * @param detail Explanation as a sentence; null when all is well.
 * @param rawSince Time of the oldest sample.
 * @param minutesSince Start of the oldest minute.
 * @param hoursSince Start of the oldest hour.
 * @param sizeBytes Current size in bytes; null while no store is open.
 * @param maxBytes Maximum size in bytes; null while no store is open.
 */
@Schema(name = "HistoryStatus")
public record HistoryStatistics(
        @Schema(example = "RECORDING") HistoryState state,

        @Schema(example = "null") @Nullable String detail,

        @Schema(example = "2026-11-19T09:12:44.120Z") @Nullable
        Instant rawSince,

        @Schema(example = "2026-10-21T09:12:00.000Z") @Nullable
        Instant minutesSince,

        @Schema(example = "2026-10-21T09:00:00.000Z") @Nullable
        Instant hoursSince,

        @Schema(example = "148373504") @Nullable Long sizeBytes,

        @Schema(example = "1073741824") @Nullable Long maxBytes) {

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
