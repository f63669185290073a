package io.gpulse.history.mark;

import io.gpulse.web.ProblemException;
import io.gpulse.web.body.LineText;
import io.gpulse.web.body.RequestFields;
import io.gpulse.web.parameter.NameTable;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A note about the current moment. */
@Schema(name = "NewMark", additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
record MarkRequest(
        @Schema(
                description = MarkRequest.TEXT,
                example = "epoch 12",
                pattern = LineText.PATTERN,
                maxLength = MarkRequest.LONGEST,
                minLength = 1)
        String text,

        @ArraySchema(
                schema =
                        @Schema(
                                types = {"string", "integer"},
                                pattern = "[^,\\s]",
                                minimum = "0",
                                example = "0"),
                maxItems = NameTable.MOST,
                arraySchema =
                        @Schema(
                                description = MarkRequest.GPUS + " Absent or empty: all GPUs.",
                                requiredMode = Schema.RequiredMode.NOT_REQUIRED))
        @Nullable
        List<String> gpus) {

    static final int LONGEST = 200;

    private static final String TEXT = "One line of visible text, at most 200 characters.";
    private static final String GPUS =
            "GPUs of the mark: indexes, UUIDs or unambiguous prefixes of UUIDs, or PCI bus ids.";
    private static final String NO_NAMES = "not a list of indexes, UUIDs and PCI bus ids";
    private static final List<String> KNOWN = List.of("text", "gpus");
    private static final RequestFields JSON =
            new RequestFields(KNOWN, "{\"text\":\"epoch 12\"}, or {\"text\":\"epoch 12\",\"gpus\":[0,3]}");
    private static final RequestFields FORM = new RequestFields(KNOWN, "text=epoch+12, or text=epoch+12&gpus=0,3");

    /** A note about the current moment, as a form. */
    @Schema(name = "NewMarkForm", additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
    record Form(
            @Schema(
                    description = MarkRequest.TEXT,
                    example = "epoch 12",
                    pattern = LineText.PATTERN,
                    maxLength = MarkRequest.LONGEST,
                    minLength = 1)
            String text,

            @Schema(
                    description = MarkRequest.GPUS + " Separated by commas. Absent: all GPUs.",
                    requiredMode = Schema.RequiredMode.NOT_REQUIRED,
                    pattern = "[^,\\s]",
                    example = "0,3")
            String gpus) {}

    /**
     * Parses JSON or a form. JSON that is declared as a form, as curl does, is parsed as JSON.
     *
     * @throws ProblemException when the body is neither
     */
    static MarkRequest parse(String body) {
        String content = body.strip();
        boolean json = content.startsWith("{") || content.startsWith("[") || content.isEmpty();
        return json ? of(JSON.ofJson(content), JSON) : of(FORM.ofForm(content), FORM);
    }

    private static MarkRequest of(ObjectNode fields, RequestFields form) {
        JsonNode text = fields.path("text");
        if (!text.isString()) {
            throw form.refusal(text.isMissingNode() ? "text is missing" : "text is not a string");
        }
        JsonNode gpus = fields.path("gpus");
        List<String> names = form.equals(FORM) && gpus.isString() ? List.of(gpus.stringValue()) : names(gpus);
        return new MarkRequest(LineText.checked("text", text.stringValue(), LONGEST), names);
    }

    private static @Nullable List<String> names(JsonNode gpus) {
        if (gpus.isMissingNode() || gpus.isNull()) {
            return null;
        }
        if (!gpus.isArray() || gpus.size() > NameTable.MOST) {
            throw JSON.refusal("gpus is not a list of at most " + NameTable.MOST + " GPUs");
        }
        List<String> names = new ArrayList<>();
        gpus.forEach((gpu) -> names.add(name(gpu)));
        return names;
    }

    private static String name(JsonNode gpu) {
        String name = JSON.textOrNumber("gpus", gpu, NO_NAMES);
        if (name == null || name.replace(',', ' ').isBlank()) {
            throw JSON.refusal("gpus is " + NO_NAMES);
        }
        return name;
    }

    /** Returns the names in the form of a parameter; null for all GPUs. */
    @Nullable
    String gpuNames() {
        return this.gpus == null || this.gpus.isEmpty()
                ? null
                : this.gpus.stream().collect(Collectors.joining(","));
    }
}
