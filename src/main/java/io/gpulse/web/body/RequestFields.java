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
 * The fields of a body, each given once and none that is not known.
 *
 * @param known the names of the fields that there are
 * @param example a body as it would be right; sentences of refusal end with it
 */
public record RequestFields(List<String> known, String example) {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    public RequestFields {
        known = List.copyOf(known);
    }

    /** @throws ProblemException when it is not one JSON object, or has a field twice or one that is not known */
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

    /** @throws ProblemException when it is not a form, or has a field twice or one that is not known */
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

    /** Java's decoder replaces bytes that are not UTF-8, so it gets to see single bytes only. */
    private String decoded(String value) {
        try {
            String bytes = new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            return RequestText.utf8(
                    URLDecoder.decode(bytes, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException malformed) {
            throw refusal("The body is not encoded as forms are");
        }
    }

    /**
     * Returns a text, or a whole number that is not negative as its digits; null when it is missing or null.
     *
     * @param expected completes "FIELD is" when it is neither
     * @throws ProblemException when it is neither
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

    /** Returns the refusal of a body, with the example. */
    public ProblemException refusal(String reason) {
        return ProblemException.badRequest(reason + ": it would be " + this.example + ".");
    }
}
