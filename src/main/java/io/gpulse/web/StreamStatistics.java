package io.gpulse.web;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * State of the stream.
 *
 * @param subscribers Current number of subscribers.
 * @param maxSubscribers Maximum number of subscribers.
 * @param dropped Snapshots that subscribers missed since the start, because they read too slowly or were disconnected
 *     for too long.
 * @param replaySeconds Time span that can be replayed, in s.
 * @param replayBytes Memory used for replay, in bytes.
 * @param encodings Number of different views in use.
 */
@Schema(name = "Stream")
public record StreamStatistics(
        @Schema(example = "3") int subscribers,

        @Schema(example = "1000") int maxSubscribers,

        @Schema(example = "0") long dropped,

        @Schema(example = "300") Number replaySeconds,

        @Schema(example = "4718592") long replayBytes,

        @Schema(example = "1") int encodings) {}
