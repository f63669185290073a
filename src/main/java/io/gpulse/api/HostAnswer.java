package io.gpulse.api;

import io.gpulse.device.HostSample;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/** The machine around the GPUs. */
@Schema(name = "Host", description = "The machine around the GPUs.")
record HostAnswer(
        @Schema(description = "Name of the machine.", example = "trn-h100-03")
        String hostname,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Words by catalogue key.") Map<String, String> facts,

        @Schema(description = "Why a row is neither in `values` nor in `facts`, by catalogue key.")
        Map<String, Reason> absent) {

    static HostAnswer of(HostSample host, View view) {
        ReadingsAnswer readings = ReadingsAnswer.of(host.readings(), view);
        return new HostAnswer(host.hostname(), readings.values(), readings.facts(), readings.absent());
    }
}
