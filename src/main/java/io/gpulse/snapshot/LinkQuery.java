package io.gpulse.snapshot;

import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.metric.Metric;
import io.swagger.v3.oas.annotations.Parameter;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Which links of a GPU a request asks for. */
record LinkQuery(
        @Parameter(
                description = "Only the links that are up, or only those that are down. One whose state is not known is"
                        + " neither.",
                example = "down")
        @Nullable
        State state) {

    /** What a link that is asked for is. */
    enum State {
        UP,
        DOWN;

        boolean isOf(LinkSample link) {
            OptionalDouble state = link.readings().number(Metric.LINK_STATE);
            return state.isPresent() && (state.getAsDouble() > 0) == (this == UP);
        }
    }

    GpuLinksResponse of(GpuSample gpu) {
        List<LinkSample> wanted = gpu.known().links().stream()
                .filter((link) -> this.state == null || this.state.isOf(link))
                .toList();
        return GpuLinksResponse.of(gpu, wanted);
    }
}
