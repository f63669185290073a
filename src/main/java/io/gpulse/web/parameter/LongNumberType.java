package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.util.regex.Pattern;

/** A whole number that may be long, such as the number of an event; its bounds are checked afterwards. */
final class LongNumberType implements ParameterType<Long> {

    private static final Pattern DIGITS = Pattern.compile("\\d{1,18}");

    @Override
    public Class<Long> type() {
        return Long.class;
    }

    @Override
    public Long convert(String text) {
        String digits = text.strip();
        if (!DIGITS.matcher(digits).matches()) {
            throw new IllegalArgumentException("No whole number: " + text);
        }
        return Long.valueOf(digits);
    }

    @Override
    public String expectation(AnnotatedElement parameter) {
        return "a whole number" + WholeNumberType.bounds(parameter);
    }

    @Override
    public Schema<?> schema(AnnotatedElement parameter) {
        Schema<?> schema = WholeNumberType.bounded("integer", parameter);
        schema.setFormat("int64");
        return schema;
    }
}
