package io.gpulse.view;

import io.gpulse.device.DiskSample;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/** One physical disk. */
@Schema(name = "Disk", description = "One physical disk at one moment.")
record DiskResponse(
        @Schema(description = "The kernel's name of it.", example = "nvme0n1")
        String disk,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Why a row is not in `values`, by catalogue key.")
        Map<String, Reason> absent) {

    static DiskResponse of(DiskSample sample, View view) {
        ReadingsResponse readings = ReadingsResponse.of(sample.readings(), view);
        return new DiskResponse(sample.disk(), readings.values(), readings.absent());
    }
}
