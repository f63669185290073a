package io.gpulse.fleet;

import static io.gpulse.fleet.MachineReport.MOST_GPUS;
import static io.gpulse.fleet.MachineReport.list;
import static io.gpulse.fleet.MachineReport.optional;
import static io.gpulse.fleet.MachineReport.text;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An active alert.
 *
 * @param rule Id of the rule.
 * @param severity Severity.
 * @param trouble Whether its GPUs are in trouble by it: it is about the hardware, or critical.
 * @param since When it began; null when unknown.
 * @param gpus Indexes of its GPUs; empty for the machine.
 * @param brief The problem in short, without its GPUs.
 * @param sentence The problem. Missing for readers without the scope `read-fleet`.
 * @param translations The texts in other languages; null when unknown.
 */
@Schema(name = "MachineAlert")
record MachineAlert(
        @Schema(example = "gpu-lost") String rule,

        @Schema(
                allowableValues = {"warning", "critical"},
                example = "critical")
        String severity,

        @Schema(example = "true") boolean trouble,

        @Schema(example = "2026-11-20T09:19:00.000Z") @Nullable
        Instant since,

        List<Integer> gpus,

        @JsonProperty("short")
        @Schema(
                description = MachineAlert.SHORT,
                requiredMode = Schema.RequiredMode.REQUIRED,
                example = "Fell off the bus")
        String brief,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED) @Nullable
        String sentence,

        @Nullable Translations translations) {

    private static final String SHORT = "The problem in short, without its GPUs.";

    MachineAlert {
        rule = text(rule);
        severity = text(severity);
        gpus = list(gpus, MOST_GPUS);
        brief = text(brief);
        sentence = optional(sentence);
    }

    /** Returns the alert about other GPUs. */
    MachineAlert with(List<Integer> others) {
        return new MachineAlert(
                this.rule,
                this.severity,
                this.trouble,
                this.since,
                others,
                this.brief,
                this.sentence,
                this.translations);
    }

    MachineAlert withoutUsers() {
        return new MachineAlert(
                this.rule,
                this.severity,
                this.trouble,
                this.since,
                this.gpus,
                this.brief,
                null,
                this.translations == null ? null : this.translations.withoutUsers());
    }

    /**
     * Texts of an alert by language.
     *
     * @param zh Simplified Chinese; null when unknown.
     */
    @Schema(name = "MachineAlertTranslations")
    record Translations(@Nullable Translation zh) {

        Translations withoutUsers() {
            return new Translations(this.zh == null ? null : new Translation(this.zh.brief, null));
        }
    }

    /**
     * The texts of an alert in one language.
     *
     * @param brief The problem in short, without its GPUs.
     * @param sentence The problem. Missing for readers without the scope `read-fleet`.
     */
    @Schema(name = "MachineAlertTranslation")
    record Translation(
            @JsonProperty("short")
            @Schema(description = MachineAlert.SHORT, requiredMode = Schema.RequiredMode.REQUIRED, example = "已从总线掉线")
            String brief,

            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED)
            @Nullable
            String sentence) {

        Translation {
            brief = text(brief);
            sentence = optional(sentence);
        }
    }
}
