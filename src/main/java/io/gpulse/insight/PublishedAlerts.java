package io.gpulse.insight;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** The alerts as the stream publishes them: a silenced one only when it ends and its beginning was published. */
public interface PublishedAlerts {

    /** An alert that could not be checked for this time is over. */
    Duration LONGEST_UNKNOWN = Duration.ofMinutes(30);

    /** Returns the alerts that begin, change or end from now on; hot, never fails. */
    Flux<PublishedAlert> alerts();

    /** Returns the alerts that are active and not silenced, the most severe first. Does not block. */
    List<PublishedAlert> active();

    /**
     * Returns whether the rule of an alert holds on one of its GPUs by the latest evaluation; null when it does not and
     * was not checked on all of them.
     */
    @Nullable
    Boolean holds(PublishedAlert alert);

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
