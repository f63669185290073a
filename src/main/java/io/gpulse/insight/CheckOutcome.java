package io.gpulse.insight;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.insight.Insight.GpuRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of checking a rule.
 *
 * @param detail why it was not checked, or not on all GPUs; null when there is nothing to say
 * @param gpus those of which it holds; those that were not checked where it holds of none
 */
record CheckOutcome(
        String rule,
        Outcome outcome,
        LocalizedText sentence,
        @Nullable LocalizedText detail,
        List<GpuRef> gpus) {

    /** The words are part of the public contract. */
    enum Outcome {
        PASSED("passed"),
        ACTIVE("active"),
        NOT_CHECKED("not-checked");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        String word() {
            return this.word;
        }
    }
}
