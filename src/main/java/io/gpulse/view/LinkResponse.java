package io.gpulse.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.LinkSample;
import io.swagger.v3.oas.annotations.media.Schema;

/** One NVLink of a GPU. */
@Schema(name = "Link", description = "One NVLink of a GPU at one moment.")
public record LinkResponse(
        @Schema(description = "The driver's number of the link, from 0.", example = "0")
        int link,

        @JsonUnwrapped ReadingsResponse readings) {

    public static LinkResponse of(LinkSample link, View view) {
        return new LinkResponse(link.link(), ReadingsResponse.of(link.readings(), view));
    }
}
