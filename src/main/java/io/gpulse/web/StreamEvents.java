package io.gpulse.web;

import java.util.Set;
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
     * @param gpus UUIDs of the GPUs that it is about; none when it is about the machine
     * @param json one line
     */
    record Notice(String name, Set<String> gpus, String json) {

        public Notice {
            gpus = Set.copyOf(gpus);
        }
    }
}
