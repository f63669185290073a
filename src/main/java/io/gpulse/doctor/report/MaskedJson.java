package io.gpulse.doctor.report;

import io.gpulse.recording.JsonValues;
import java.io.StringWriter;
import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Writes documents as indented JSON; a mask is applied to every text. */
public record MaskedJson(UnaryOperator<String> mask) {

    public String write(Record document) {
        StringWriter text = new StringWriter();
        JsonFactory factory =
                JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
        try (JsonGenerator json = factory.createGenerator(new Indented(), text)) {
            JsonValues.write(json, document, this.mask);
        }
        return text.append('\n').toString();
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
