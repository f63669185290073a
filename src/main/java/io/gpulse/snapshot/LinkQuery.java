package io.gpulse.snapshot;

import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.metric.Metric;
import io.swagger.v3.oas.annotations.Parameter;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Parameters that select links of a GPU.
 *
 * @param state Only links that are up, or only links that are down. A link of unknown state is neither.
 */
record LinkQuery(@Parameter(example = "down") @Nullable State state) {

    /** The state of a link. */
    enum State {
        UP,
        DOWN;

        boolean isOf(LinkSample link) {
            OptionalDouble state = link.readings().number(Metric.LINK_STATE);
            return state.isPresent() && (state.getAsDouble() > 0) == (this == UP);
        }
    }

    GpuLinksResponse of(GpuSample gpu) {
        List<LinkSample> selected = gpu.known().links().stream()
                .filter((link) -> this.state == null || this.state.isOf(link))
                .toList();
        return GpuLinksResponse.of(gpu, selected);
    }
}
