package io.gpulse.history.mark;

import io.gpulse.web.Refusal;
import io.swagger.v3.oas.annotations.media.Schema;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What somebody wants to be noted. */
@Schema(name = "NewMark", description = "What is to be noted of this moment.")
record MarkRequest(
        @Schema(description = "One line, at most 200 characters.", example = "epoch 12", maxLength = 200, minLength = 1)
        String text,

        @Schema(
                description = "The GPUs that it is about: indexes, UUIDs or unambiguous beginnings of one, or PCI bus"
                        + " ids. Absent: all.",
                example = "[0,3]")
        @Nullable
        List<String> gpus) {

    static final int LONGEST = 200;

    private static final Set<String> FIELDS = Set.of("text", "gpus");
    private static final String SHAPE = "a mark is {\"text\":\"epoch 12\"}, or {\"text\":\"epoch 12\",\"gpus\":[0,3]}";

    /**
     * Reads JSON or a form; what calls itself a form and is JSON, as curl sends it, is JSON.
     *
     * @throws Refusal when it is neither
     */
    static MarkRequest parse(String body) {
        String written = body.strip();
        return checked(written.startsWith("{") || written.isEmpty() ? json(written) : form(written));
    }

    private static MarkRequest json(String body) {
        try {
            JsonNode node = JsonMapper.shared().readTree(body);
            if (!node.isObject()) {
                throw Refusal.badRequest("There is no mark in the body: " + SHAPE + ".");
            }
            node.propertyNames().forEach(MarkRequest::known);
            JsonNode text = node.path("text");
            if (!text.isString()) {
                throw Refusal.badRequest("text is missing: " + SHAPE + ".");
            }
            return new MarkRequest(text.stringValue(), gpus(node.path("gpus")));
        } catch (JacksonException malformed) {
            throw Refusal.badRequest("The body is no JSON: " + SHAPE + ".");
        }
    }

    private static @Nullable List<String> gpus(JsonNode gpus) {
        if (gpus.isMissingNode() || gpus.isNull()) {
            return null;
        }
        List<String> names = new ArrayList<>();
        for (JsonNode gpu : gpus) {
            if (!gpu.isString() && !gpu.isIntegralNumber()) {
                throw Refusal.badRequest("gpus is a list of indexes, UUIDs or PCI bus ids: " + SHAPE + ".");
            }
            names.add(gpu.asString());
        }
        if (!gpus.isArray()) {
            throw Refusal.badRequest("gpus is a list: " + SHAPE + ".");
        }
        return names;
    }

    private static MarkRequest form(String body) {
        Map<String, String> fields = new HashMap<>();
        try {
            for (String field : body.split("&", -1)) {
                int equals = field.indexOf('=');
                fields.put(decoded(field.substring(0, Math.max(0, equals))), decoded(field.substring(equals + 1)));
            }
        } catch (IllegalArgumentException malformed) {
            throw Refusal.badRequest("The body is no form: it would be text=epoch+12.");
        }
        fields.keySet().forEach(MarkRequest::known);
        String text = fields.get("text");
        String gpus = fields.get("gpus");
        if (text == null) {
            throw Refusal.badRequest("text is missing: a form would be text=epoch+12.");
        }
        return new MarkRequest(text, gpus == null ? null : List.of(gpus));
    }

    private static String decoded(String value) {
        return URLDecoder.decode(value, StandardCharsets.UTF_8);
    }

    private static void known(String field) {
        if (!FIELDS.contains(field)) {
            throw Refusal.badRequest("A mark has no '" + field + "': " + SHAPE + ".");
        }
    }

    private static MarkRequest checked(MarkRequest request) {
        String text = request.text.strip();
        if (text.isEmpty()) {
            throw Refusal.badRequest("text is empty: " + SHAPE + ".");
        }
        if (text.codePointCount(0, text.length()) > LONGEST) {
            throw Refusal.badRequest("text may have " + LONGEST + " characters at most.");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw Refusal.badRequest("text is one line, without control characters.");
        }
        return new MarkRequest(text, request.gpus);
    }

    /** As a parameter would name them; null for all. */
    @Nullable
    String gpuNames() {
        return this.gpus == null || this.gpus.isEmpty()
                ? null
                : this.gpus.stream().collect(Collectors.joining(","));
    }
}
