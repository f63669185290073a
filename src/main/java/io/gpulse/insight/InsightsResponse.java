package io.gpulse.insight;

import io.gpulse.insight.InsightResponse.InsightGpu;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the rules say, and which of them were checked. */
@Schema(name = "Insights", description = "What the rules say, and what came of checking each.")
record InsightsResponse(
        @Schema(description = "When the rules were checked last.")
        Instant evaluatedAt,

        @Schema(description = "Those that hold, the worst first, then those that are over, the latest first.")
        List<InsightResponse> insights,

        @Schema(description = "Each rule that is switched on, and whether it was checked.")
        List<Check> checks) {

    @Schema(name = "InsightCheck", description = "What came of checking a rule.")
    record Check(
            @Schema(description = "Id of the rule.", example = "errors-growing")
            String rule,

            @Schema(
                    description = "Whether it was checked, and holds of nothing.",
                    allowableValues = {"passed", "active", "not-checked"},
                    example = "passed")
            String outcome,

            @Schema(
                    description = "What holds when it passes; what it says when it is active.",
                    example = "The driver tells of no new memory fault")
            String sentence,

            @Schema(
                    description = "Why it was not checked, or not on some GPUs; null when it was.",
                    example = "Not checked: needs nvlink.links, which GPU 0 does not have.")
            @Nullable
            String detail,

            @Schema(description = "GPUs of which it holds; when it holds of none, those that could not be checked.")
            List<InsightGpu> gpus,

            @Schema(description = "The sentences in other languages.")
            CheckTranslations translations) {

        static Check of(CheckOutcome check) {
            return new Check(
                    check.rule(),
                    check.outcome().word(),
                    check.sentence().en(),
                    InsightResponse.english(check.detail()),
                    InsightGpu.of(check.gpus()),
                    new CheckTranslations(
                            new CheckTranslation(check.sentence().zh(), InsightResponse.chinese(check.detail()))));
        }
    }

    @Schema(name = "InsightCheckTranslations", description = "By language.")
    record CheckTranslations(
            @Schema(description = "Simplified Chinese.") CheckTranslation zh) {}

    @Schema(name = "InsightCheckTranslation", description = "The sentences in one language.")
    record CheckTranslation(
            @Schema(description = "What holds, or what it says.")
            String sentence,

            @Schema(description = "Why it was not checked; null when it was.") @Nullable
            String detail) {}
}
