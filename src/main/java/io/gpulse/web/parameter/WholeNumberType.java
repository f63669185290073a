package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.util.Set;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.Range;

/** {@code 12}: digits only. Bounds: {@link Range}. */
final class WholeNumberType implements ParameterType<Integer> {

    private static final Pattern DIGITS = Pattern.compile("\\d{1,9}");

    @Override
    public Class<Integer> type() {
        return Integer.class;
    }

    @Override
    public Integer convert(String text) {
        String digits = text.strip();
        if (!DIGITS.matcher(digits).matches()) {
            throw new IllegalArgumentException("No whole number: " + text);
        }
        return Integer.valueOf(digits);
    }

    @Override
    public String expectation(AnnotatedElement parameter) {
        return "a whole number" + bounds(parameter);
    }

    @Override
    public Schema<?> schema(AnnotatedElement parameter) {
        return bounded("integer", parameter);
    }

    static String bounds(AnnotatedElement parameter) {
        Range range = parameter.getAnnotation(Range.class);
        return range == null ? "" : " from " + range.min() + " to " + range.max();
    }

    static Schema<?> bounded(String type, AnnotatedElement parameter) {
        Schema<?> schema = new JsonSchema().types(Set.of(type));
        Range range = parameter.getAnnotation(Range.class);
        if (range != null) {
            schema.minimum(BigDecimal.valueOf(range.min())).maximum(BigDecimal.valueOf(range.max()));
        }
        return schema;
    }
}
