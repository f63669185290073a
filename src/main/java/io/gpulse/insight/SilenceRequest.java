package io.gpulse.insight;

import io.gpulse.history.TimeRange;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.web.ProblemException;
import io.gpulse.web.body.LineText;
import io.gpulse.web.body.RequestFields;
import io.gpulse.web.parameter.DurationType;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A silence to add.
 *
 * @param rule Id of the rule.
 * @param gpu The GPU: its index, its UUID or an unambiguous beginning of it, or its PCI bus id. Default: all GPUs, and
 *     the machine.
 * @param process The process that an insight is about: its PID, or its name or program as the insight has it. Default:
 *     all insights, with or without a process.
 * @param until When it ends: a time in ISO-8601, milliseconds since 1970, or a duration from now; at most 366 days from
 *     now.
 * @param reason Reason, in one line.
 */
@Schema(name = "NewSilence", additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
record SilenceRequest(
        @Schema(example = "idle-allocated") String rule,

        @Schema(
                types = {"string", "integer"},
                requiredMode = Schema.RequiredMode.NOT_REQUIRED,
                pattern = SilenceRequest.ONE_GPU,
                minimum = "0",
                maxLength = SilenceRequest.LONGEST,
                example = "4")
        @Nullable
        String gpu,

        @Schema(
                types = {"string", "integer"},
                requiredMode = Schema.RequiredMode.NOT_REQUIRED,
                pattern = LineText.PATTERN,
                minimum = "0",
                maxLength = SilenceRequest.LONGEST,
                example = "python")
        @Nullable
        String process,

        @Schema(
                types = {"string", "integer"},
                pattern = SilenceRequest.END,
                minimum = "0",
                example = "2h")
        String until,

        @Schema(
                pattern = LineText.PATTERN,
                minLength = 1,
                maxLength = SilenceRequest.LONGEST,
                example = "inference server, holds its memory on purpose")
        String reason) {

    static final int LONGEST = 200;

    private static final String ONE_GPU = "^[^,]*[^,\\s][^,]*$";
    private static final Pattern GPU = Pattern.compile(ONE_GPU);
    private static final Pattern DURATION = Pattern.compile("^\\d{1,9}(ms|s|m|h|d)$");
    private static final String END = "^\\d{1,9}(ms|s|m|h|d)$|" + TimeRange.PATTERN;
    private static final Pattern UNTIL = Pattern.compile(END);
    private static final Duration FURTHEST = Duration.ofDays(366);
    private static final DurationType DURATIONS = new DurationType();
    private static final RequestFields FIELDS = new RequestFields(
            List.of("rule", "gpu", "process", "until", "reason"),
            "{\"rule\":\"idle-allocated\",\"gpu\":4,\"until\":\"2h\",\"reason\":\"inference server\"}");

    /** @throws ProblemException for an invalid body */
    static SilenceRequest parse(String body) {
        ObjectNode fields = FIELDS.ofJson(body);
        String process = name(fields, "process");
        return new SilenceRequest(
                rule(text(fields, "rule")),
                gpu(name(fields, "gpu")),
                process == null ? null : LineText.checked("process", process, LONGEST),
                until(required(name(fields, "until"), "until")),
                LineText.checked("reason", text(fields, "reason"), LONGEST));
    }

    private static @Nullable String gpu(@Nullable String name) {
        if (name != null && (name.length() > LONGEST || !GPU.matcher(name).find())) {
            throw FIELDS.refusal("gpu is not one GPU");
        }
        return name;
    }

    private static String rule(String id) {
        if (!InsightRules.ids().contains(id)) {
            throw ProblemException.badRequest(
                    "Unknown rule '" + id + "'; known rules: " + String.join(", ", InsightRules.ids()) + ".");
        }
        return id;
    }

    private static String text(ObjectNode fields, String name) {
        JsonNode value = fields.path(name);
        if (!value.isMissingNode() && !value.isString()) {
            throw FIELDS.refusal(name + " is not a text");
        }
        return required(value.isMissingNode() ? null : value.stringValue(), name);
    }

    private static String required(@Nullable String value, String name) {
        if (value == null) {
            throw FIELDS.refusal(name + " is missing");
        }
        return value;
    }

    private static @Nullable String name(ObjectNode fields, String field) {
        return FIELDS.textOrNumber(field, fields.path(field), "neither a text nor a whole number");
    }

    private static String until(String end) {
        if (!UNTIL.matcher(end).matches()) {
            throw noEnd(end);
        }
        return end;
    }

    private static ProblemException noEnd(String end) {
        return ProblemException.badRequest(
                "Invalid until='" + end + "': must be a time such as 2026-11-20T10:00:00Z or a duration such as 2h.");
    }

    /** @throws ProblemException for an invalid time, and for one that is not in the future */
    Instant end(Instant now) {
        Instant end = moment(now);
        if (!end.isAfter(now) || end.isAfter(now.plus(FURTHEST))) {
            throw ProblemException.badRequest("Invalid until='" + this.until
                    + "': must be in the future, at most 366 days from now."
                    + " Silences without an end are configured: gpulse.insight.silences.");
        }
        return end;
    }

    private Instant moment(Instant now) {
        try {
            return DURATION.matcher(this.until).matches()
                    ? now.plus(DURATIONS.convert(this.until))
                    : TimeRange.parse("until", this.until);
        } catch (ProblemException noMoment) {
            throw noEnd(this.until);
        }
    }
}
