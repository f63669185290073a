package io.gpulse.insight;

import io.gpulse.event.message.LocalizedText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of checking a rule.
 *
 * @param detail why it was not checked, or not on all GPUs; otherwise null
 * @param gpus those for which it holds; if there are none, those that were not checked
 */
record CheckOutcome(
        String rule,
        Outcome outcome,
        LocalizedText sentence,
        @Nullable LocalizedText detail,
        List<InsightGpu> gpus) {

    /** Outcomes; their words are part of the contract. */
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
