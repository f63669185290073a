package io.gpulse.insight;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Insights and checks in JSON. */
@Schema(name = "Insights", description = "The alerts of the rules, and the outcome of checking each rule.")
public record InsightsResponse(
        @Schema(description = "When the rules were last checked.")
        Instant evaluatedAt,

        @Schema(description = "Active insights, the most severe first, then resolved ones, the latest first.")
        List<InsightResponse> insights,

        @Schema(description = "The outcome of each enabled rule.")
        List<Check> checks) {

    @Schema(name = "InsightCheck", description = "The outcome of checking a rule.")
    record Check(
            @Schema(description = "Id of the rule.", example = "errors-growing")
            String rule,

            @Schema(
                    description = "Whether it was checked and does not hold (`passed`), holds (`active`), or was not"
                            + " checked.",
                    allowableValues = {"passed", "active", "not-checked"},
                    example = "passed")
            String outcome,

            @Schema(description = "The outcome in a sentence.", example = "The driver reports no new memory fault")
            String sentence,

            @Schema(
                    description = "Why it was not checked, or not on some GPUs; otherwise null.",
                    example = "Not checked: needs nvlink.links, which GPU 0 does not have.")
            @Nullable
            String detail,

            @Schema(description = "GPUs for which it holds; if there are none, GPUs that could not be checked.")
            List<InsightGpu> gpus,

            @Schema(description = "The sentences in other languages.")
            CheckTranslations translations) {}

    @Schema(name = "InsightCheckTranslations", description = "By language.")
    record CheckTranslations(
            @Schema(description = "Simplified Chinese.") CheckTranslation zh) {}

    @Schema(name = "InsightCheckTranslation", description = "The sentences in one language.")
    record CheckTranslation(
            @Schema(description = "The outcome in a sentence.")
            String sentence,

            @Schema(description = "Why it was not checked; otherwise null.") @Nullable
            String detail) {}
}
