package io.gpulse.view;

import io.gpulse.device.CoreSample;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/** One logical processor. */
@Schema(name = "Core", description = "One logical processor at one moment.")
record CoreResponse(
        @Schema(description = "The kernel's number of it, from 0; those that are offline are left out.", example = "17")
        int core,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Why a row is not in `values`, by catalogue key.")
        Map<String, Reason> absent) {

    static CoreResponse of(CoreSample sample, View view) {
        ReadingsResponse readings = ReadingsResponse.of(sample.readings(), view);
        return new CoreResponse(sample.core(), readings.values(), readings.absent());
    }
}
