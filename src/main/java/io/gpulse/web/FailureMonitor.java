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

    /**
     * A part of gpulse that fails.
     *
     * @param part Name of the part.
     * @param detail Explanation as a sentence.
     */
    @Schema(name = "Failure")
    record Failure(
            @Schema(example = "events") String part,

            @Schema(example = "Detection of events fails: java.lang.IllegalStateException: closed")
            String detail) {}
}
