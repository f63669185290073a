package io.gpulse.history;

import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Series of the past, as the contract describes what {@link HistoryJson} writes. */
@Schema(name = "History", description = "Series of the past, bucket by bucket.")
record HistoryResponse(
        @Schema(description = "Where the first bucket begins.", example = "2026-11-20T10:00:00.000Z")
        Instant from,

        @Schema(description = "Where the last bucket ends.", example = "2026-11-20T22:00:00.000Z")
        Instant to,

        @Schema(description = "Width of a bucket, in ms; buckets begin at multiples of it.", example = "120000")
        long stepMillis,

        @Schema(description = "The coarsest rows that the answer is made of.", example = "MINUTE")
        Tier tier,

        @Schema(description = "Whether the numbers are not those of GPUs of this machine.", example = "false")
        boolean simulated,

        @Schema(description = "When each bucket begins, in ms since 1970.", example = "[1795168800000]")
        List<Long> t,

        @Schema(description = "A line for each metric of each GPU, and of the machine.")
        List<SeriesResponse> series) {

    /** One line. */
    @Schema(name = "HistorySeries", description = "One line; null where nothing was sampled.")
    record SeriesResponse(
            @Schema(
                    description = "UUID of the GPU; null for the machine.",
                    example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            @Nullable
            String gpu,

            @Schema(description = "The driver's index when the GPU was seen last; null for the machine.", example = "0")
            @Nullable
            Integer index,

            @Schema(description = "Model of the GPU; null for the machine.", example = "NVIDIA H100 80GB HBM3")
            @Nullable
            String name,

            @Schema(description = "Key of the catalogue.", example = "power.draw")
            String metric,

            @Schema(description = "Unit of the values. A counter is told as its rate per second.", example = "W")
            String unit,

            @ArraySchema(
                    schema = @Schema(types = {"number", "null"}),
                    arraySchema = @Schema(description = "The least of each bucket.", example = "[361.2]"))
            List<@Nullable Double> min,

            @ArraySchema(
                    schema = @Schema(types = {"number", "null"}),
                    arraySchema = @Schema(description = "The mean of each bucket.", example = "[367.2]"))
            List<@Nullable Double> avg,

            @ArraySchema(
                    schema = @Schema(types = {"number", "null"}),
                    arraySchema = @Schema(description = "The most of each bucket.", example = "[371.9]"))
            List<@Nullable Double> max) {}
}
