package io.gpulse.story;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.workload.Stretch;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sentences about a time span.
 *
 * @param sampledFrom the first stored sample, in epoch ms; null without one
 * @param sentences the oldest first
 * @param omitted number of further sentences
 * @param quiet text for a time span without a sentence; otherwise null
 */
record Story(
        @Nullable Long sampledFrom,
        List<Sentence> sentences,
        int omitted,
        @Nullable LocalizedText quiet) {

    static final int MOST = 12;

    /**
     * Returns the sentences to choose: critical ones and faults, then the dearest, then the longest.
     *
     * @param now end of the known time, in epoch ms
     * @param gpus number of GPUs
     */
    static List<Sentence> choose(List<Sentence> all, long now, int gpus) {
        return all.stream()
                .sorted(Comparator.comparing((Sentence one) -> one.severity() != Severity.CRITICAL)
                        .thenComparing((one) -> !one.kind().isFault() || one.severity() == Severity.INFO)
                        .thenComparing((one) -> hours(one, now, gpus), Comparator.reverseOrder())
                        .thenComparing((one) -> one.time().length(now), Comparator.reverseOrder())
                        .thenComparing((one) -> one.time().at()))
                .limit(MOST)
                .sorted(Comparator.comparingLong((Sentence one) -> one.time().at()))
                .toList();
    }

    /** Returns the GPU-hours that were lost, for which a warning lasted, or of which nothing is known. */
    private static double hours(Sentence sentence, long now, int gpus) {
        Double hours = sentence.gpuHours();
        if (sentence.kind() == StoryKind.GAP) {
            return Stretch.hours(sentence.time().length(now)) * gpus;
        }
        if (hours == null && sentence.kind() == StoryKind.INSIGHT && sentence.severity() != Severity.INFO) {
            return Stretch.hours(sentence.time().length(now)) * sentence.gpus().size();
        }
        return hours == null ? 0 : hours;
    }
}
