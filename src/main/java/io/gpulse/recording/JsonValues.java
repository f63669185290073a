package io.gpulse.recording;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Values as JSON, without the data binding of Jackson, which would double the doctor's jar. */
public final class JsonValues {

    private JsonValues() {}

    /** Returns an object of names and values in turn; a value that is null is null in the JSON too. */
    public static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return object;
    }

    /**
     * Writes a map, a list, a number, a boolean or null as such, a record as an object of its components, and anything
     * else as a text.
     *
     * @param words changes each text
     */
    public static void write(JsonGenerator json, @Nullable Object value, UnaryOperator<String> words) {
        if (value instanceof Map<?, ?> object) {
            json.writeStartObject();
            object.forEach((name, member) -> {
                json.writeName(String.valueOf(name));
                write(json, member, words);
            });
            json.writeEndObject();
        } else if (value instanceof List<?> array) {
            json.writeStartArray();
            array.forEach((entry) -> write(json, entry, words));
            json.writeEndArray();
        } else if (value instanceof Record components) {
            write(json, components(components), words);
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Number number) {
            write(json, number);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(words.apply(value.toString()));
        }
    }

    private static Map<String, @Nullable Object> components(Record components) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (RecordComponent component : components.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                object.put(component.getName(), component.getAccessor().invoke(components));
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(component.toString(), impossible);
            }
        }
        return object;
    }

    /** Writes a whole number as such, and another one with at most three decimals. */
    private static void write(JsonGenerator json, Number number) {
        double rounded = Math.rint(number.doubleValue() * 1000) / 1000;
        if (number instanceof Double && rounded != Math.rint(rounded)) {
            json.writeNumber(rounded);
        } else {
            json.writeNumber(number instanceof Double ? (long) rounded : number.longValue());
        }
    }
}
