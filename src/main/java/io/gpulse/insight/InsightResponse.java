package io.gpulse.insight;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpulse.event.xid.RepairAction;
import io.gpulse.insight.rule.Evidence;
import io.gpulse.metric.Metric;
import io.gpulse.view.JsonNumbers;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An alert of a rule about GPUs or the machine, with its numbers.
 *
 * @param id The rule and its first subject. Does not change while GPUs join or leave.
 * @param rule Id of the rule.
 * @param severity Severity.
 * @param state State.
 * @param since When it began, as far as it is known.
 * @param reportedAt When it was reported: its condition has to last for a time first.
 * @param until When it was resolved; null while it is active.
 * @param gpus The GPUs that it is about; empty for the machine.
 * @param sentence The problem.
 * @param cause The cause, or the evidence for it.
 * @param advice Advice. While alerts with contradicting advice are active for one GPU, that of the one which comes
 *     first.
 * @param action What the advice amounts to, for programs that repair machines; `NONE` where no program can help.
 * @param evidence The numbers behind it.
 * @param chart A series that illustrates it; null if there is none.
 * @param process The process that it is about; null if there is none.
 * @param silence The silence that covers it; null if there is none.
 * @param translations The sentences in other languages.
 */
@Schema(name = "Insight")
record InsightResponse(
        @Schema(example = "idle-allocated/GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
        String id,

        @Schema(example = "idle-allocated") String rule,

        @Schema(
                allowableValues = {"info", "warning", "critical"},
                example = "warning")
        String severity,

        @Schema(
                allowableValues = {"active", "silenced", "resolved"},
                example = "active")
        String state,

        @Schema(example = "2026-11-20T09:19:00.000Z") Instant since,

        @Schema(example = "2026-11-20T09:29:00.000Z") Instant reportedAt,

        @Nullable Instant until,

        List<InsightGpu> gpus,

        @Schema(example = "GPU 4 holds 62 GiB but has been idle for 41 min.")
        String sentence,

        @Schema(
                description = InsightResponse.SHORT,
                requiredMode = RequiredMode.REQUIRED,
                example = "Idle 41 min, 62 GiB held")
        @JsonProperty("short")
        String brief,

        String cause,

        String advice,

        @Schema(example = "RESET_GPU") RepairAction action,

        List<InsightEvidence> evidence,

        @Nullable InsightChart chart,

        @Nullable InsightProcess process,

        @Nullable InsightSilence silence,

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
                insight.action(),
                insight.evidence().stream().map(InsightEvidence::of).toList(),
                insight.chart(),
                insight.process(),
                silence == null ? null : new InsightSilence(silence.id(), silence.until(), silence.reason()),
                Translations.of(insight));
    }

    /**
     * A number behind an insight.
     *
     * @param metric Key of the metric; null if there is none.
     * @param name Name.
     * @param value The number, in its unit.
     * @param unit Unit, as in the catalogue.
     * @param threshold The threshold; null if there is none.
     * @param windowSeconds The time over which it was measured; null for a current value.
     * @param gpu UUID of the GPU; null for the machine, or several GPUs.
     * @param translations Its name in other languages.
     */
    @Schema(name = "InsightEvidence")
    record InsightEvidence(
            @Schema(example = "memory.used") @Nullable String metric,

            @Schema(example = "held") String name,

            @Schema(example = "66571993088") Number value,

            @Schema(example = "BYTES") String unit,

            @Nullable Number threshold,

            @Nullable Number windowSeconds,

            @Nullable String gpu,

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

    /**
     * By language.
     *
     * @param zh Simplified Chinese.
     */
    @Schema(name = "InsightEvidenceTranslations")
    record EvidenceTranslations(EvidenceTranslation zh) {}

    /**
     * The name of a number in one language.
     *
     * @param name Name.
     */
    @Schema(name = "InsightEvidenceTranslation")
    record EvidenceTranslation(@Schema(example = "占用") String name) {}

    /**
     * A silence that covers an insight.
     *
     * @param id Id.
     * @param until When it ends; null if it does not.
     * @param reason Reason.
     */
    @Schema(name = "InsightSilence")
    record InsightSilence(
            @Schema(example = "1795168801007") String id,

            @Nullable Instant until,

            @Schema(example = "inference server, holds its memory on purpose")
            String reason) {}

    /**
     * By language.
     *
     * @param zh Simplified Chinese.
     */
    @Schema(name = "InsightTranslations")
    record Translations(Translation zh) {

        static Translations of(Insight insight) {
            return new Translations(new Translation(
                    insight.sentence().zh(),
                    insight.brief().zh(),
                    insight.cause().zh(),
                    insight.advice().zh()));
        }
    }

    /**
     * The sentences in one language.
     *
     * @param sentence The problem.
     * @param cause The cause, or the evidence for it.
     * @param advice Advice.
     */
    @Schema(name = "InsightTranslation")
    record Translation(
            String sentence,

            @Schema(
                    description = InsightResponse.SHORT,
                    requiredMode = RequiredMode.REQUIRED,
                    example = "空闲 41 分钟，占用 62 GiB")
            @JsonProperty("short")
            String brief,

            String cause,

            String advice) {}

    /** Rounds to two decimals, which exceeds the precision of all numbers here. */
    static Number number(double value) {
        return JsonNumbers.of(Math.rint(value * 100) / 100);
    }
}
