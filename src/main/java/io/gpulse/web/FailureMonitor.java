package io.gpulse.web;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Parts of gpulse that failed in their last round, for features that report them. Does not block. */
@FunctionalInterface
public interface FailureMonitor {

    /** Empty when all work. */
    List<Failure> failures();

    /** The failures of these guards. */
    static List<Failure> of(ConsumerGuard... guards) {
        return Arrays.stream(guards)
                .map(ConsumerGuard::failure)
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * A failure that lasts.
     *
     * @param part of gpulse, such as {@code events}
     * @param detail a sentence
     */
    record Failure(String part, String detail) {}
}
