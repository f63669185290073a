package io.gpulse.doctor.report;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Writes maps, lists, texts, numbers and booleans as JSON; a mask is applied to every text. */
public record MaskedJson(UnaryOperator<String> mask) {

    public String write(Map<String, ?> document) {
        StringWriter text = new StringWriter();
        JsonFactory factory =
                JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
        try (JsonGenerator json = factory.createGenerator(new Indented(), text)) {
            write(json, document);
        }
        return text.append('\n').toString();
    }

    private void write(JsonGenerator json, @Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            json.writeStartObject();
            object.forEach((key, member) -> {
                json.writeName(String.valueOf(key));
                write(json, member);
            });
            json.writeEndObject();
        } else if (value instanceof List<?> array) {
            json.writeStartArray();
            array.forEach((entry) -> write(json, entry));
            json.writeEndArray();
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Number number) {
            write(json, number);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(this.mask.apply(value.toString()));
        }
    }

    private static void write(JsonGenerator json, Number number) {
        double rounded = Math.rint(number.doubleValue() * 1000) / 1000;
        if (rounded == Math.rint(rounded)) {
            json.writeNumber((long) rounded);
        } else {
            json.writeNumber(rounded);
        }
    }

    /** Lines of two spaces more for each level. */
    private static final class Indented extends ObjectWriteContext.Base {

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }

        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
        }
    }
}
