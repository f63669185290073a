package io.gpulse.insight;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The alerts of the rules, and the outcome of checking each rule.
 *
 * @param evaluatedAt When the rules were last checked.
 * @param insights Active insights, the most severe first, then resolved ones, the latest first.
 * @param checks The outcome of each enabled rule.
 */
@Schema(name = "Insights")
public record InsightsResponse(Instant evaluatedAt, List<InsightResponse> insights, List<Check> checks) {

    /**
     * The outcome of checking a rule.
     *
     * @param rule Id of the rule.
     * @param outcome Whether it was checked and does not hold (`passed`), holds (`active`), or was not checked.
     * @param sentence The outcome in a sentence.
     * @param detail Why it was not checked, or not on some GPUs; otherwise null.
     * @param gpus GPUs for which it holds; if there are none, GPUs that could not be checked.
     * @param translations The sentences in other languages.
     */
    @Schema(name = "InsightCheck")
    record Check(
            @Schema(example = "errors-growing") String rule,

            @Schema(
                    allowableValues = {"passed", "active", "not-checked"},
                    example = "passed")
            String outcome,

            @Schema(example = "The driver reports no new memory fault")
            String sentence,

            @Schema(example = "Not checked: needs nvlink.links, which GPU 0 does not have.") @Nullable
            String detail,

            List<InsightGpu> gpus,

            CheckTranslations translations) {}

    /**
     * By language.
     *
     * @param zh Simplified Chinese.
     */
    @Schema(name = "InsightCheckTranslations")
    record CheckTranslations(CheckTranslation zh) {}

    /**
     * The sentences in one language.
     *
     * @param sentence The outcome in a sentence.
     * @param detail Why it was not checked; otherwise null.
     */
    @Schema(name = "InsightCheckTranslation")
    record CheckTranslation(String sentence, @Nullable String detail) {}
}
