package io.gpulse.view;

import io.gpulse.device.NetworkSample;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/** One network interface. */
@Schema(name = "Network", description = "One network interface at one moment.")
record NetworkResponse(
        @Schema(description = "The interface's name.", example = "eth0")
        String network,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Why a row is not in `values`, by catalogue key.")
        Map<String, Reason> absent) {

    static NetworkResponse of(NetworkSample sample, View view) {
        ReadingsResponse readings = ReadingsResponse.of(sample.readings(), view);
        return new NetworkResponse(sample.network(), readings.values(), readings.absent());
    }
}
