package io.gpulse.web;

import reactor.core.publisher.Flux;

/** What a feature tells the readers of the stream beside snapshots. */
@FunctionalInterface
public interface StreamEvents {

    /** Hot; never fails. */
    Flux<Notice> notices();

    /**
     * One event.
     *
     * @param name what stands behind {@code event:}
     * @param json one line
     */
    record Notice(String name, String json) {}
}
