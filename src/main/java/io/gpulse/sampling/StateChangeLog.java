package io.gpulse.sampling;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits how often changes of state are logged. What changes again and again, as GPUs and the session do while the
 * driver is loaded and unloaded, is logged in one summary a minute until it has been calm for a minute. Any thread may
 * use it.
 */
final class StateChangeLog {

    private static final Logger log = LoggerFactory.getLogger(StateChangeLog.class);

    static final Duration MINUTE = Duration.ofMinutes(1);

    /** Lines of a subject within a minute: it fails, and works again. */
    private static final int MOST_LINES = 2;

    private final SamplerClock clock;
    private final Map<String, Subject> subjects = new HashMap<>();
    private Moment nextSummary = Moment.PAST;

    StateChangeLog(SamplerClock clock) {
        this.clock = clock;
    }

    /** What changes its state. */
    private static final class Subject {

        private int lines;
        private int summarized;
        private String state = "";
    }

    /**
     * Whether this change is to be logged by the caller; otherwise it is counted for the next summary.
     *
     * @param subject such as {@code GPU 3}
     * @param state the new one, in a word
     */
    synchronized boolean admits(String subject, String state) {
        summarizeWhenDue();
        Subject changed = this.subjects.computeIfAbsent(subject, (first) -> new Subject());
        changed.state = state;
        if (changed.lines < MOST_LINES) {
            changed.lines++;
            return true;
        }
        changed.summarized++;
        return false;
    }

    /** Logs the summary when a minute is over and something has changed without a line of its own. */
    synchronized void summarizeWhenDue() {
        Moment now = this.clock.now();
        if (now.isBefore(this.nextSummary)) {
            return;
        }
        this.nextSummary = now.plus(MINUTE);
        int changes = this.subjects.values().stream()
                .mapToInt((subject) -> subject.summarized)
                .sum();
        if (changes > 0) {
            log.warn("{} more changes of state within a minute were not logged; now {}", changes, states());
        }
        // Of what is calm again the next change is logged; what is not stays in the summary.
        this.subjects.values().removeIf((subject) -> subject.summarized == 0);
        this.subjects.values().forEach((subject) -> subject.summarized = 0);
    }

    private String states() {
        Map<String, String> subjectsByState = new TreeMap<>(this.subjects)
                .entrySet().stream()
                        .filter((entry) -> entry.getValue().summarized > 0)
                        .collect(Collectors.groupingBy(
                                (entry) -> entry.getValue().state,
                                TreeMap::new,
                                Collectors.mapping(Map.Entry::getKey, Collectors.joining(", "))));
        return subjectsByState.entrySet().stream()
                .map((state) -> state.getKey() + ": " + state.getValue())
                .collect(Collectors.joining("; "));
    }
}
