package io.gpulse.start;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The samples before the snapshot, of every round.
 *
 * @param from Begin of the samples, in milliseconds since 1970: earlier ones may be in the history.
 * @param t Times of the rounds, in milliseconds since 1970, ascending.
 * @param series Series with any value.
 */
@Schema(name = "StartSamples")
record StartSamples(@Schema(example = "1795168501003") long from, List<Long> t, List<Series> series) {

    /**
     * One metric of a GPU or of the machine.
     *
     * @param gpu UUID of the GPU; null for the machine.
     * @param metric Key of the metric.
     * @param values A value for each time; null where there is none.
     */
    @Schema(name = "StartSeries")
    record Series(
            @Schema(example = "GPU-de300000-0000-4000-8000-000000000000") @Nullable
            String gpu,

            @Schema(example = "utilization.gpu") String metric,

            List<@Nullable Number> values) {}
}
