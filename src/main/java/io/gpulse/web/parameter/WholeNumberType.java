package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;

/**
 * A whole number such as {@code 12}: digits only. Bounds: {@link Range}.
 *
 * @param <N> the type that the digits are converted to
 */
final class WholeNumberType<N extends Number> implements ParameterType<N> {

    private final Class<N> type;
    private final Function<String, N> converter;
    private final Pattern digits;
    private final @Nullable String format;

    private WholeNumberType(Class<N> type, Function<String, N> converter, int most, @Nullable String format) {
        this.type = type;
        this.converter = converter;
        this.digits = Pattern.compile("\\d{1," + most + "}");
        this.format = format;
    }

    static WholeNumberType<Integer> ofInt() {
        return new WholeNumberType<>(Integer.class, Integer::valueOf, 9, null);
    }

    /** Returns the type of numbers such as that of an event. */
    static WholeNumberType<Long> ofLong() {
        return new WholeNumberType<>(Long.class, Long::valueOf, 18, "int64");
    }

    @Override
    public Class<N> type() {
        return this.type;
    }

    @Override
    public N convert(String text) {
        String written = text.strip();
        if (!this.digits.matcher(written).matches()) {
            throw new IllegalArgumentException("No whole number: " + text);
        }
        return this.converter.apply(written);
    }

    @Override
    public String expectation(AnnotatedElement parameter) {
        return "a whole number" + bounds(parameter);
    }

    @Override
    public Schema<?> schema(AnnotatedElement parameter) {
        Schema<?> schema = bounded("integer", parameter);
        schema.setFormat(this.format);
        return schema;
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
