package io.gpulse.web;

import java.util.Set;
import reactor.core.publisher.Flux;

/** Messages of a feature to the subscribers of the stream, in addition to snapshots. */
@FunctionalInterface
public interface StreamEvents {

    /** Hot; never fails. */
    Flux<Notice> notices();

    /**
     * One message.
     *
     * @param name value of {@code event:}
     * @param gpus UUIDs of the GPUs concerned; none for the machine
     * @param json one line
     */
    record Notice(String name, Set<String> gpus, String json) {

        public Notice {
            gpus = Set.copyOf(gpus);
        }
    }
}
