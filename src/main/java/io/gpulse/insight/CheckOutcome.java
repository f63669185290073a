package io.gpulse.insight;

import io.gpulse.event.message.LocalizedText;
import java.util.List;
import java.util.Locale;
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
        PASSED,
        ACTIVE,
        NOT_CHECKED;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
