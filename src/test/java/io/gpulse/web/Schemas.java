package io.gpulse.web;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Validates JSON against the schemas of the document, more strictly than JSON Schema: undescribed properties are
 * errors, and so are keywords that are unknown here.
 */
final class Schemas {

    private static final Set<String> KNOWN = Set.of(
            "$ref",
            "type",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "anyOf",
            "enum",
            "format",
            "description",
            "example");

    private final JsonNode document;

    Schemas(JsonNode document) {
        this.document = document;
    }

    /** Returns the errors with their locations; none for valid JSON. */
    List<String> wrongs(JsonNode value, JsonNode schema) {
        List<String> wrongs = new ArrayList<>();
        check(value, schema, "$", wrongs);
        return wrongs;
    }

    private void check(JsonNode value, JsonNode written, String at, List<String> wrongs) {
        JsonNode schema = resolved(written);
        schema.propertyNames().stream()
                .filter((keyword) -> !KNOWN.contains(keyword))
                .forEach((keyword) -> wrongs.add(at + ": unknown keyword " + keyword));
        if (schema.has("anyOf")) {
            checkAnyOf(value, schema.get("anyOf"), at, wrongs);
            return;
        }
        if (!typesOf(schema).isEmpty() && typesOf(schema).stream().noneMatch((type) -> is(type, value))) {
            wrongs.add(at + ": " + value.getNodeType() + " instead of " + typesOf(schema));
            return;
        }
        if (schema.has("enum") && schema.get("enum").valueStream().noneMatch(value::equals)) {
            wrongs.add(at + ": " + value + " is none of " + schema.get("enum"));
        }
        if (value.isObject()) {
            checkObject(value, schema, at, wrongs);
        }
        if (value.isArray() && schema.has("items")) {
            for (int i = 0; i < value.size(); i++) {
                check(value.get(i), schema.get("items"), at + "[" + i + "]", wrongs);
            }
        }
    }

    private void checkAnyOf(JsonNode value, JsonNode choices, String at, List<String> wrongs) {
        List<String> nearest = null;
        for (JsonNode choice : choices) {
            List<String> found = new ArrayList<>();
            check(value, choice, at, found);
            nearest = nearest == null || found.size() < nearest.size() ? found : nearest;
        }
        wrongs.addAll(nearest == null ? List.of() : nearest);
    }

    private void checkObject(JsonNode value, JsonNode schema, String at, List<String> wrongs) {
        JsonNode properties = schema.path("properties");
        JsonNode others = schema.path("additionalProperties");
        names(schema.path("required")).stream()
                .filter((name) -> !value.has(name))
                .forEach((name) -> wrongs.add(at + ": " + name + " is missing"));
        value.properties().forEach((property) -> {
            String name = property.getKey();
            String inside = at + "." + name;
            if (properties.has(name)) {
                check(property.getValue(), properties.get(name), inside, wrongs);
            } else if (others.isObject()) {
                check(property.getValue(), others, inside, wrongs);
            } else if (!others.asBoolean(false)) {
                wrongs.add(inside + " is not described");
            }
        });
    }

    private JsonNode resolved(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : this.document.at(reference.substring(1));
    }

    private static Set<String> typesOf(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isString() ? Set.of(type.asString()) : names(type);
    }

    private static Set<String> names(JsonNode array) {
        Set<String> names = new HashSet<>();
        array.forEach((name) -> names.add(name.asString()));
        return names;
    }

    private static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "null" -> value.isNull();
            default -> false;
        };
    }
}
