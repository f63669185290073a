package io.gpulse.kit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A parsed JSON document of objects, arrays and texts, queried by name. A missing member is empty.
 *
 * @param value a map, a list, a word, a number, a truth or null
 */
record JsonTree(@Nullable Object value) {

    /** Parses a document; returns an empty tree for invalid JSON. */
    static JsonTree parse(String text) {
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            return new JsonTree(read(parser));
        } catch (JacksonException noDocument) {
            return new JsonTree(null);
        }
    }

    private static @Nullable Object read(JsonParser parser) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                object.put(name, read(parser));
            }
            return object;
        }
        if (token == JsonToken.START_ARRAY) {
            List<@Nullable Object> array = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                array.add(read(parser));
            }
            return array;
        }
        return token == null || token == JsonToken.VALUE_NULL ? null : parser.getString();
    }

    JsonTree at(String... names) {
        Object found = this.value;
        for (String name : names) {
            found = found instanceof Map<?, ?> object ? object.get(name) : null;
        }
        return new JsonTree(found);
    }

    boolean present() {
        return this.value != null;
    }

    /** Returns the text or number as written; empty for other kinds. */
    String text() {
        return this.value instanceof String word ? word : "";
    }

    List<JsonTree> items() {
        return this.value instanceof List<?> array
                ? array.stream().<JsonTree>map(JsonTree::new).toList()
                : List.of();
    }

    Map<String, JsonTree> members() {
        Map<String, JsonTree> members = new LinkedHashMap<>();
        if (this.value instanceof Map<?, ?> object) {
            object.forEach((name, member) -> members.put(String.valueOf(name), new JsonTree(member)));
        }
        return members;
    }
}
