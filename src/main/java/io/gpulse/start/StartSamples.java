package io.gpulse.start;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Samples in JSON. */
@Schema(name = "StartSamples", description = "The samples before the snapshot, of every round.")
record StartSamples(
        @Schema(
                description = "Begin of the samples, in milliseconds since 1970: earlier ones may be in the history.",
                example = "1795168501003")
        long from,

        @Schema(description = "Times of the rounds, in milliseconds since 1970, ascending.")
        List<Long> t,

        @Schema(description = "Series with any value.") List<Series> series) {

    @Schema(name = "StartSeries", description = "One metric of a GPU or of the machine.")
    record Series(
            @Schema(
                    description = "UUID of the GPU; null for the machine.",
                    example = "GPU-de300000-0000-4000-8000-000000000000")
            @Nullable
            String gpu,

            @Schema(description = "Key of the metric.", example = "utilization.gpu")
            String metric,

            @Schema(description = "A value for each time; null where there is none.")
            List<@Nullable Number> values) {}
}
