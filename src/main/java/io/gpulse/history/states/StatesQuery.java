package io.gpulse.history.states;

import io.gpulse.history.KnownGpu;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;

/**
 * The requested GPUs, and the resolution of their states.
 *
 * @param points Maximum number of segments of one GPU.
 */
record StatesQuery(
        @Parameter(
                description = KnownGpu.WANTED,
                example = "0,1",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String gpus,

        @Parameter(example = "600") @Range(min = 4, max = 2000)
        Integer points) {

    private static final int USUAL_POINTS = 600;

    StatesQuery {
        points = Objects.requireNonNullElse(points, USUAL_POINTS);
    }
}
