package io.gpulse.web;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reports the parts of gpulse that failed in their last round. Does not block. */
@FunctionalInterface
public interface FailureMonitor {

    /** Returns the failures; none when all parts work. */
    List<Failure> failures();

    static List<Failure> of(ConsumerGuard... guards) {
        return Arrays.stream(guards)
                .map(ConsumerGuard::failure)
                .flatMap(Optional::stream)
                .toList();
    }

    /** A failure that lasts. */
    @Schema(name = "Failure", description = "A part of gpulse that fails.")
    record Failure(
            @Schema(description = "Name of the part.", example = "events")
            String part,

            @Schema(
                    description = "Explanation as a sentence.",
                    example = "Detection of events fails: java.lang.IllegalStateException: closed")
            String detail) {}
}
