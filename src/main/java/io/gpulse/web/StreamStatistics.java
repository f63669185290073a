package io.gpulse.web;

import io.swagger.v3.oas.annotations.media.Schema;

/** The state of the stream of snapshots. */
@Schema(name = "Stream", description = "State of the stream.")
public record StreamStatistics(
        @Schema(description = "Current number of subscribers.", example = "3")
        int subscribers,

        @Schema(description = "Maximum number of subscribers.", example = "1000")
        int maxSubscribers,

        @Schema(
                description = "Snapshots that subscribers missed since the start, because they read too slowly or were"
                        + " disconnected for too long.",
                example = "0")
        long dropped,

        @Schema(description = "Time span that can be replayed, in s.", example = "300")
        Number replaySeconds,

        @Schema(description = "Memory used for replay, in bytes.", example = "4718592")
        long replayBytes,

        @Schema(description = "Number of different views in use.", example = "1")
        int encodings) {}
