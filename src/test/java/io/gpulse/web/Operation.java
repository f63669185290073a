package io.gpulse.web;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * An operation of the document.
 *
 * @param path with the names of its variables in braces
 */
record Operation(String path, JsonNode described, JsonNode document) {

    /** Methods with a body, which have their own tests. */
    static final Set<String> WRITTEN = Set.of(
            "/login",
            "/logout",
            "/api/v1/marks",
            "/api/v1/marks/{id}",
            "/api/v1/silences",
            "/api/v1/silences/{id}",
            "/api/v1/notify/{name}/test",
            "/api/v1/holds",
            "/api/v1/holds/{id}",
            "/mcp");

    /** Returns the operations that only read. */
    static List<Operation> of(JsonNode document) {
        List<Operation> operations = new ArrayList<>();
        document.path("paths")
                .properties()
                .forEach((path) -> path.getValue().properties().forEach((method) -> {
                    if (method.getKey().equals("get")) {
                        operations.add(new Operation(path.getKey(), method.getValue(), document));
                    } else if (!WRITTEN.contains(path.getKey())) {
                        throw new AssertionError(method.getKey() + " " + path.getKey() + " has to be learned here");
                    }
                }));
        return operations;
    }

    /** Returns the query parameters. */
    List<String> parameters() {
        List<String> names = new ArrayList<>();
        this.described.path("parameters").forEach((parameter) -> {
            if (parameter.path("in").asString().equals("query")) {
                names.add(parameter.path("name").asString());
            }
        });
        return names;
    }

    /** Returns the values of a parameter in the document: example, default, enumeration. */
    List<String> goodValues(String name) {
        List<String> values = new ArrayList<>();
        this.described.path("parameters").forEach((parameter) -> {
            if (parameter.path("name").asString().equals(name)) {
                JsonNode schema = parameter.path("schema");
                schema.path("enum").forEach((word) -> values.add(word.asString()));
                schema.at("/items/enum").forEach((word) -> values.add(word.asString()));
                schema.path("default").asStringOpt().ifPresent(values::add);
                parameter.path("example").asStringOpt().ifPresent(values::add);
                if (schema.path("type").asString().equals("integer")) {
                    values.add("2");
                }
            }
        });
        return values;
    }

    boolean hasVariable() {
        return this.path.contains("{");
    }

    Set<Integer> statuses() {
        Set<Integer> statuses = new HashSet<>();
        this.described
                .path("responses")
                .properties()
                .forEach((response) -> statuses.add(Integer.parseInt(response.getKey())));
        return statuses;
    }

    /** Returns the schemas of a response by media type. */
    JsonNode forms(int status) {
        JsonNode response = this.described.path("responses").path(Integer.toString(status));
        String reference = response.path("$ref").asString("");
        return (reference.isEmpty() ? response : this.document.at(reference.substring(1))).path("content");
    }

    @Override
    public String toString() {
        return "GET " + this.path;
    }
}
