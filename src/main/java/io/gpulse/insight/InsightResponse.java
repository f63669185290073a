package io.gpulse.insight;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpulse.insight.rule.Evidence;
import io.gpulse.metric.Metric;
import io.gpulse.view.JsonNumbers;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An insight in JSON. */
@Schema(name = "Insight", description = "An alert of a rule about GPUs or the machine, with its numbers.")
record InsightResponse(
        @Schema(
                description = "The rule and its first subject. Does not change while GPUs join or leave.",
                example = "idle-allocated/GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
        String id,

        @Schema(description = "Id of the rule.", example = "idle-allocated")
        String rule,

        @Schema(
                description = "Severity.",
                allowableValues = {"info", "warning", "critical"},
                example = "warning")
        String severity,

        @Schema(
                description = "State.",
                allowableValues = {"active", "silenced", "resolved"},
                example = "active")
        String state,

        @Schema(description = "When it began, as far as it is known.", example = "2026-11-20T09:19:00.000Z")
        Instant since,

        @Schema(
                description = "When it was reported: its condition has to last for a time first.",
                example = "2026-11-20T09:29:00.000Z")
        Instant reportedAt,

        @Schema(description = "When it was resolved; null while it is active.") @Nullable
        Instant until,

        @Schema(description = "The GPUs that it is about; empty for the machine.")
        List<InsightGpu> gpus,

        @Schema(description = "The problem.", example = "GPU 4 holds 62 GiB but has been idle for 41 min.")
        String sentence,

        @Schema(
                description = InsightResponse.SHORT,
                requiredMode = RequiredMode.REQUIRED,
                example = "Idle 41 min, 62 GiB held")
        @JsonProperty("short")
        String brief,

        @Schema(description = "The cause, or the evidence for it.")
        String cause,

        @Schema(
                description = "Advice. While alerts with contradicting advice are active for one GPU, that of the one"
                        + " which comes first.")
        String advice,

        @Schema(description = "The numbers behind it.") List<InsightEvidence> evidence,

        @Schema(description = "A series that illustrates it; null if there is none.") @Nullable
        InsightChart chart,

        @Schema(description = "The process that it is about; null if there is none.") @Nullable
        InsightProcess process,

        @Schema(description = "The silence that covers it; null if there is none.") @Nullable
        InsightSilence silence,

        @Schema(description = "The sentences in other languages.")
        Translations translations) {

    private static final String SHORT = "The problem in at most 48 characters, without its GPUs.";

    static InsightResponse of(Insight insight) {
        return of(insight, null);
    }

    static InsightResponse of(Insight insight, @Nullable Silence silence) {
        String activity = silence == null ? "active" : "silenced";
        return new InsightResponse(
                insight.id(),
                insight.rule(),
                insight.severity().label(),
                insight.isActive() ? activity : "resolved",
                insight.since(),
                insight.reportedAt(),
                insight.until(),
                insight.gpus(),
                insight.sentence().en(),
                insight.brief().en(),
                insight.cause().en(),
                insight.advice().en(),
                insight.evidence().stream().map(InsightEvidence::of).toList(),
                insight.chart(),
                insight.process(),
                silence == null ? null : new InsightSilence(silence.id(), silence.until(), silence.reason()),
                Translations.of(insight));
    }

    @Schema(name = "InsightEvidence", description = "A number behind an insight.")
    record InsightEvidence(
            @Schema(description = "Key of the metric; null if there is none.", example = "memory.used") @Nullable
            String metric,

            @Schema(description = "Name.", example = "held") String name,

            @Schema(description = "The number, in its unit.", example = "66571993088")
            Number value,

            @Schema(description = "Unit, as in the catalogue.", example = "BYTES")
            String unit,

            @Schema(description = "The threshold; null if there is none.") @Nullable
            Number threshold,

            @Schema(description = "The time over which it was measured; null for a current value.") @Nullable
            Number windowSeconds,

            @Schema(description = "UUID of the GPU; null for the machine, or several GPUs.") @Nullable
            String gpu,

            @Schema(description = "Its name in other languages.")
            EvidenceTranslations translations) {

        static InsightEvidence of(Evidence evidence) {
            Metric metric = evidence.metric();
            return new InsightEvidence(
                    metric == null ? null : metric.key(),
                    evidence.name().en(),
                    number(evidence.value()),
                    evidence.unit().name(),
                    evidence.threshold() == null ? null : number(evidence.threshold()),
                    evidence.windowSeconds() == null ? null : number(evidence.windowSeconds()),
                    evidence.gpu(),
                    new EvidenceTranslations(
                            new EvidenceTranslation(evidence.name().zh())));
        }
    }

    @Schema(name = "InsightEvidenceTranslations", description = "By language.")
    record EvidenceTranslations(
            @Schema(description = "Simplified Chinese.") EvidenceTranslation zh) {}

    @Schema(name = "InsightEvidenceTranslation", description = "The name of a number in one language.")
    record EvidenceTranslation(
            @Schema(description = "Name.", example = "占用") String name) {}

    @Schema(name = "InsightSilence", description = "A silence that covers an insight.")
    record InsightSilence(
            @Schema(description = "Id.", example = "1795168801007")
            String id,

            @Schema(description = "When it ends; null if it does not.") @Nullable
            Instant until,

            @Schema(description = "Reason.", example = "inference server, holds its memory on purpose")
            String reason) {}

    @Schema(name = "InsightTranslations", description = "By language.")
    record Translations(
            @Schema(description = "Simplified Chinese.") Translation zh) {

        static Translations of(Insight insight) {
            return new Translations(new Translation(
                    insight.sentence().zh(),
                    insight.brief().zh(),
                    insight.cause().zh(),
                    insight.advice().zh()));
        }
    }

    @Schema(name = "InsightTranslation", description = "The sentences in one language.")
    record Translation(
            @Schema(description = "The problem.") String sentence,

            @Schema(
                    description = InsightResponse.SHORT,
                    requiredMode = RequiredMode.REQUIRED,
                    example = "空闲 41 分钟，占用 62 GiB")
            @JsonProperty("short")
            String brief,

            @Schema(description = "The cause, or the evidence for it.")
            String cause,

            @Schema(description = "Advice.") String advice) {}

    /** Rounds to two decimals, which exceeds the precision of all numbers here. */
    static Number number(double value) {
        return JsonNumbers.of(Math.rint(value * 100) / 100);
    }
}
