package io.gpulse.api;

import io.gpulse.device.CoreSample;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/** One logical processor. */
@Schema(name = "Core", description = "One logical processor at one moment.")
record CoreAnswer(
        @Schema(description = "The kernel's number of it, from 0; those that are offline are left out.", example = "17")
        int core,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Why a row is not in `values`, by catalogue key.")
        Map<String, Reason> absent) {

    static CoreAnswer of(CoreSample sample, View view) {
        ReadingsAnswer readings = ReadingsAnswer.of(sample.readings(), view);
        return new CoreAnswer(sample.core(), readings.values(), readings.absent());
    }
}
