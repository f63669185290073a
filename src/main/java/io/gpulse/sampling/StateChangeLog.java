package io.gpulse.sampling;

import io.gpulse.device.GpuState;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limit of how often changes of state are logged. A subject that changes repeatedly, such as a GPU while the driver
 * is loaded and unloaded, is logged in one summary a minute until it has been stable for a minute. Any thread may use
 * it.
 */
final class StateChangeLog {

    private static final Logger log = LoggerFactory.getLogger(StateChangeLog.class);

    static final Duration MINUTE = Duration.ofMinutes(1);

    /** The maximum number of lines of a subject within a minute: a failure and a recovery. */
    private static final int MOST_LINES = 2;

    private final SamplerClock clock;
    private final Map<String, Subject> subjects = new HashMap<>();
    private Moment nextSummary = Moment.PAST;

    StateChangeLog(SamplerClock clock) {
        this.clock = clock;
    }

    /** A GPU or another thing that has a state. */
    private static final class Subject {

        private int lines;
        private int summarized;
        private String state = "";
    }

    /**
     * Returns whether the caller must log this change; otherwise it is counted for the next summary.
     *
     * @param subject such as {@code GPU 3}
     * @param state the new state, in a word
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

    /**
     * Logs another state of a GPU.
     *
     * @param failing whether it was failing
     * @return whether it is failing now
     */
    boolean logGpu(int index, GpuState state, @Nullable String detail, boolean failing) {
        if (state == GpuState.ATTACHING) {
            return failing;
        }
        boolean fails = state != GpuState.OK && state != GpuState.SLEEPING;
        boolean isNews = fails || failing || state == GpuState.SLEEPING;
        if (isNews && admits("GPU " + index, state.name())) {
            if (fails) {
                log.warn("GPU {} is {}: {}", index, state, detail);
            } else if (state == GpuState.SLEEPING) {
                log.info("GPU {} sleeps: {}", index, detail);
            } else {
                log.info("GPU {} is OK again", index);
            }
        }
        return fails;
    }

    /** Logs the summary of the last minute, if there were changes that were not logged. */
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
        // The next change of a stable subject is logged; the others stay in the summary.
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
