package io.gpulse.snapshot;

import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.metric.Metric;
import io.gpulse.web.Refusal;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which links of a GPU a request asks for, as it was written. */
record LinkQuery(
        @Parameter(
                description = "Only the links that are up, or only those that are down. One whose state is not known is"
                        + " neither.",
                example = "down",
                schema =
                        @Schema(
                                type = "string",
                                allowableValues = {"up", "down"}))
        @Nullable
        String state) {

    private static final double ACTIVE = 1;

    /** @throws Refusal when it asks for what cannot be */
    GpuLinksResponse of(GpuSample gpu) {
        List<LinkSample> wanted =
                gpu.known().links().stream().filter(isAskedFor()).toList();
        return GpuLinksResponse.of(gpu, wanted);
    }

    private Predicate<LinkSample> isAskedFor() {
        if (this.state == null) {
            return (link) -> true;
        }
        return switch (this.state.strip()) {
            case "up" -> (link) -> link.readings().number(Metric.LINK_STATE).orElse(Double.NaN) == ACTIVE;
            case "down" -> (link) -> link.readings().number(Metric.LINK_STATE).orElse(ACTIVE) != ACTIVE;
            default ->
                throw Refusal.badRequest(
                        "Links cannot be '" + this.state.strip() + "'; state is up or down. Leave it out to get all.");
        };
    }
}
