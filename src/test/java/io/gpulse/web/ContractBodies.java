package io.gpulse.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Bodies that a schema of the contract allows or forbids. Each differs from the example in one place. */
final class ContractBodies {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int LONG = 2000;
    private static final Set<String> KNOWN = Set.of(
            "type",
            "description",
            "example",
            "enum",
            "items",
            "pattern",
            "minimum",
            "minLength",
            "maxLength",
            "maxItems");

    private final JsonNode schema;
    private final ObjectNode complete = JSON.createObjectNode();
    private final Set<String> required = new TreeSet<>();

    ContractBodies(JsonNode document, JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        this.schema = reference.isEmpty() ? schema : document.at(reference.substring(1));
        this.schema.path("required").forEach((name) -> this.required.add(name.asString()));
        this.schema.path("properties").properties().forEach((property) -> {
            for (String keyword : property.getValue().propertyNames()) {
                if (!KNOWN.contains(keyword)) {
                    throw new AssertionError(keyword + " has to be added here");
                }
            }
            JsonNode item = property.getValue().at("/items/example");
            this.complete.set(
                    property.getKey(),
                    item.isMissingNode()
                            ? property.getValue().get("example")
                            : JSON.createArrayNode().add(item));
        });
    }

    List<ObjectNode> allowed() {
        List<ObjectNode> bodies = new ArrayList<>(List.of(this.complete));
        ObjectNode least = JSON.createObjectNode();
        this.required.forEach((name) -> least.set(name, this.complete.get(name)));
        bodies.add(least);
        this.schema.path("properties").properties().forEach((property) -> {
            JsonNode described = property.getValue();
            if (!this.required.contains(property.getKey())) {
                bodies.add(without(property.getKey()));
            }
            described.path("enum").forEach((word) -> bodies.add(with(property.getKey(), word)));
            for (int length : lengths(described, 0)) {
                bodies.add(with(property.getKey(), JSON.valueToTree("7".repeat(length))));
            }
            addOfTypes(property.getKey(), described, true, bodies);
        });
        return bodies;
    }

    List<JsonNode> forbidden(boolean typed) {
        List<ObjectNode> bodies = new ArrayList<>(List.of(with("nonsense", JSON.valueToTree(1))));
        this.required.forEach((name) -> bodies.add(without(name)));
        this.schema.path("properties").properties().forEach((property) -> {
            JsonNode described = property.getValue();
            if (described.has("enum")) {
                bodies.add(with(property.getKey(), JSON.valueToTree("nonsense")));
            }
            for (int length : lengths(described, 1)) {
                bodies.add(with(property.getKey(), JSON.valueToTree("x".repeat(length))));
            }
            odd(described).forEach((odd) -> bodies.add(with(property.getKey(), JSON.valueToTree(odd))));
            if (typed) {
                addOfTypes(property.getKey(), described, false, bodies);
            }
        });
        List<JsonNode> all = new ArrayList<>(bodies);
        if (typed) {
            List.of("[]", "1", "null", "\"text\"", "[{}]").forEach((other) -> all.add(JSON.readTree(other)));
        }
        return all;
    }

    /** Returns values without a match of the pattern that fit into a body. */
    private static List<String> odd(JsonNode described) {
        if (!described.has("pattern")) {
            return List.of();
        }
        Pattern pattern = Pattern.compile(described.get("pattern").asString());
        return OddValues.all().stream()
                .filter((odd) -> odd.length() < LONG && !pattern.matcher(odd).find())
                .toList();
    }

    /** Returns values at the limits, or just outside. */
    private static List<Integer> lengths(JsonNode described, int outside) {
        List<Integer> lengths = new ArrayList<>();
        if (described.has("minLength")) {
            lengths.add(described.get("minLength").asInt() - outside);
        }
        if (described.has("maxLength") && (outside == 1 || !types(described).contains("integer"))) {
            lengths.add(described.get("maxLength").asInt() + outside);
        }
        return lengths;
    }

    private static Set<String> types(JsonNode described) {
        Set<String> types = new TreeSet<>();
        JsonNode type = described.path("type");
        if (type.isString()) {
            types.add(type.asString());
        }
        type.forEach((one) -> types.add(one.asString()));
        return types;
    }

    /** Returns a value of each JSON type that the schema has, or has not. */
    private void addOfTypes(String name, JsonNode described, boolean allowed, List<ObjectNode> bodies) {
        Set<String> types = types(described);
        for (String[] value : new String[][] {
            {"null", "null"},
            {"boolean", "true"},
            {"number", "1.5"},
            {"integer", "1"},
            {"integer", "1.0"},
            {"object", "{}"},
            {"array", "[]"},
            {"string", "\"1\""}
        }) {
            boolean of = types.contains(value[0]) || value[0].equals("integer") && types.contains("number");
            boolean bounded = described.has("enum") || name.equals("until");
            if (of == allowed && !(allowed && bounded)) {
                bodies.add(with(name, JSON.readTree(value[1])));
            }
        }
        if (types.contains("integer") && !allowed) {
            bodies.add(with(name, JSON.readTree("-1")));
        }
        if (described.has("items")) {
            addItems(name, described, allowed, bodies);
        }
    }

    private void addItems(String name, JsonNode described, boolean allowed, List<ObjectNode> bodies) {
        List<String> items = allowed
                ? List.of("0", "1.0", "\"0\"", "\"0,1\"", "\"GPU-ffff\"")
                : List.of("true", "null", "1.5", "-1", "[]", "{}", "\"\"", "\" , \"");
        for (String item : items) {
            bodies.add(with(name, JSON.createArrayNode().add(JSON.readTree(item))));
        }
        if (!allowed) {
            ArrayNode many = JSON.createArrayNode();
            for (int i = 0; i <= described.path("maxItems").asInt(); i++) {
                many.add(0);
            }
            bodies.add(with(name, many));
        }
    }

    private ObjectNode with(String name, JsonNode value) {
        ObjectNode body = this.complete.deepCopy();
        body.set(name, value);
        return body;
    }

    private ObjectNode without(String name) {
        ObjectNode body = this.complete.deepCopy();
        body.remove(name);
        return body;
    }
}
