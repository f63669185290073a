package io.gpulse.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.LinkSample;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One NVLink of a GPU at one moment.
 *
 * @param link The driver's number of the link, from 0.
 */
@Schema(name = "Link")
public record LinkResponse(
        @Schema(example = "0") int link, @JsonUnwrapped ReadingsResponse readings) {

    /** Removes from the links, and returns, the absences that all of them share: most rows of a link. */
    static Map<String, Reason> removeShared(List<LinkResponse> links) {
        if (links.isEmpty()) {
            return Map.of();
        }
        Map<String, Reason> shared = new LinkedHashMap<>(links.get(0).readings().absent());
        links.forEach(
                (link) -> shared.entrySet().retainAll(link.readings().absent().entrySet()));
        links.forEach((link) -> link.readings().absent().keySet().removeAll(shared.keySet()));
        return shared;
    }

    public static LinkResponse of(LinkSample link, View view) {
        return new LinkResponse(link.link(), ReadingsResponse.of(link.readings(), view));
    }
}
