package io.gpulse.web.body;

import io.gpulse.web.ProblemException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Parses the fields of a body. Rejects repeated and unknown fields.
 *
 * @param known names of the fields
 * @param example a valid body, for errors
 */
public record RequestFields(List<String> known, String example) {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    public RequestFields {
        known = List.copyOf(known);
    }

    /** @throws ProblemException when the body is not one JSON object, or has repeated or unknown fields */
    public ObjectNode ofJson(String body) {
        JsonNode node = parsed(body);
        if (!(node instanceof ObjectNode fields)) {
            throw refusal("The body is not a JSON object");
        }
        fields.propertyNames().forEach(this::require);
        return fields;
    }

    private JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException malformed) {
            throw refusal("The body is not one JSON value in which each name is given once");
        }
    }

    /** @throws ProblemException when the body is not a form, or has repeated or unknown fields */
    public ObjectNode ofForm(String body) {
        ObjectNode fields = JSON.createObjectNode();
        for (String field : body.split("&", -1)) {
            int equals = field.indexOf('=');
            String name = decoded(field.substring(0, Math.max(0, equals)));
            require(name);
            if (fields.has(name)) {
                throw refusal(name + " is given twice");
            }
            fields.put(name, decoded(field.substring(equals + 1)));
        }
        return fields;
    }

    /** Decodes to single bytes first, because Java's decoder replaces invalid UTF-8. */
    private String decoded(String value) {
        try {
            String bytes = new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            return RequestText.utf8(
                    URLDecoder.decode(bytes, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException malformed) {
            throw refusal("The body is not a valid form");
        }
    }

    /**
     * Returns a text, or the digits of a non-negative whole number; null when the value is missing or null.
     *
     * @param expected completes "FIELD is"
     * @throws ProblemException for a value of another type
     */
    public @Nullable String textOrNumber(String field, JsonNode value, String expected) {
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (value.isNumber()
                && value.canConvertToExactIntegral()
                && value.bigIntegerValue().signum() >= 0) {
            return value.bigIntegerValue().toString();
        }
        if (!value.isString()) {
            throw refusal(field + " is " + expected);
        }
        return value.stringValue();
    }

    private void require(String field) {
        if (!this.known.contains(field)) {
            throw refusal("There is no field '" + field + "'");
        }
    }

    /** Returns the error for a body, with the example. */
    public ProblemException refusal(String reason) {
        return ProblemException.badRequest(reason + "; a valid body is " + this.example + ".");
    }
}
