package io.gpulse.view;

import io.gpulse.device.LinkSample;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/** One NVLink of a GPU. */
@Schema(name = "Link", description = "One NVLink of a GPU at one moment.")
public record LinkResponse(
        @Schema(description = "The driver's number of the link, from 0.", example = "0")
        int link,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Words by catalogue key.") Map<String, String> facts,

        @Schema(description = "Why a row is neither in `values` nor in `facts`, by catalogue key.")
        Map<String, Reason> absent) {

    public static LinkResponse of(LinkSample link, View view) {
        ReadingsResponse readings = ReadingsResponse.of(link.readings(), view);
        return new LinkResponse(link.link(), readings.values(), readings.facts(), readings.absent());
    }
}
