package io.gpulse.web;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** What a feature sends to the subscribers of the stream beside snapshots. */
@FunctionalInterface
public interface StreamEvents {

    /** Hot; never fails. */
    Flux<Notice> notices();

    /**
     * One event.
     *
     * @param name what stands behind {@code event:}
     * @param gpu UUID of the GPU that it is about; null when it is about several, or about the machine
     * @param json one line
     */
    record Notice(String name, @Nullable String gpu, String json) {}
}
