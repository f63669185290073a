package io.gpulse.recording;

import io.gpulse.recording.RecordingReader.DamagedException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** The JSON objects of a recording, one per line, limited in depth and length. */
final class JsonLines implements AutoCloseable {

    private static final int DEPTH = 4;
    private static final int MEMBERS = 256;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxDocumentLength(Limits.TEXT)
                    .maxStringLength(Limits.ANSWER * 3 / 2)
                    .maxNameLength(MEMBERS)
                    .maxNumberLength(20)
                    .build())
            .build();

    private final JsonParser json;

    JsonLines(InputStream text) {
        this.json = FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    /** Returns the next object; null after the last one. */
    @Nullable
    JsonLine next() {
        JsonToken token = this.json.nextToken();
        if (token == null) {
            return null;
        }
        if (token != JsonToken.START_OBJECT) {
            throw new DamagedException("it is not made of objects");
        }
        return new JsonLine(object());
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        while (this.json.nextToken() != JsonToken.END_OBJECT) {
            String name = this.json.currentName();
            this.json.nextToken();
            members.put(String.valueOf(name), value());
            bound(members.size());
        }
        return members;
    }

    private List<Object> list() {
        List<Object> entries = new ArrayList<>();
        while (this.json.nextToken() != JsonToken.END_ARRAY) {
            entries.add(value());
            bound(entries.size());
        }
        return entries;
    }

    private static void bound(int size) {
        if (size > MEMBERS) {
            throw new DamagedException("a line of it is longer than any that gpulse writes");
        }
    }

    private Object value() {
        return switch (this.json.currentToken()) {
            case START_OBJECT -> object();
            case START_ARRAY -> list();
            case VALUE_STRING -> this.json.getString();
            case VALUE_NUMBER_INT -> this.json.getLongValue();
            case VALUE_TRUE, VALUE_FALSE -> this.json.getBooleanValue();
            default -> throw new DamagedException("it has a value of a kind that gpulse does not write");
        };
    }

    @Override
    public void close() {
        this.json.close();
    }
}
