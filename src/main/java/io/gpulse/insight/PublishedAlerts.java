package io.gpulse.insight;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;

/** The alerts as the stream publishes them: a silenced one only when it ends and its beginning was published. */
public interface PublishedAlerts {

    /** Returns the alerts that begin, change or end from now on; hot, never fails. */
    Flux<PublishedAlert> alerts();

    /** Returns the alerts that are active and not silenced, the most severe first. Does not block. */
    List<PublishedAlert> active();

    /** Returns whether the latest evaluation checked the rule of an alert on its GPUs, and it holds on none of them. */
    boolean isOver(PublishedAlert alert);

    /**
     * An alert.
     *
     * @param gpus indexes of its GPUs, by a key that is unique among GPUs; none when it is about the machine
     * @param brief the sentence in short, without its GPUs
     * @param anonymous the sentence without names of users
     */
    record PublishedAlert(
            String id,
            String rule,
            Severity severity,
            Instant since,
            boolean active,
            Map<String, Integer> gpus,
            LocalizedText brief,
            LocalizedText sentence,
            LocalizedText anonymous,
            LocalizedText advice) {}
}
