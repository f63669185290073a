package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.Range;

/**
 * A whole number such as {@code 12}, digits only, or a percentage such as {@code 12.5} or {@code 12.5%}. Bounds:
 * {@link Range}.
 *
 * @param <N> the type that the digits are converted to
 */
final class NumberType<N extends Number> implements ParameterType<N> {

    static final NumberType<Integer> INT = new NumberType<>(Integer.class, "(\\d{1,9})", Integer::valueOf);
    static final NumberType<Long> LONG = new NumberType<>(Long.class, "(\\d{1,18})", Long::valueOf);
    static final NumberType<Double> PERCENTAGE =
            new NumberType<>(Double.class, "(\\d{1,20}(?:\\.\\d{1,30})?(?:[eE][+-]?\\d{1,3})?) ?%?", Double::valueOf);

    private final Class<N> type;
    private final Pattern grammar;
    private final Function<String, N> converter;

    /** @param grammar an expression whose first group is the number */
    private NumberType(Class<N> type, String grammar, Function<String, N> converter) {
        this.type = type;
        this.grammar = Pattern.compile(grammar);
        this.converter = converter;
    }

    @Override
    public Class<N> type() {
        return this.type;
    }

    @Override
    public N convert(String text) {
        Matcher number = this.grammar.matcher(text.strip());
        if (!number.matches()) {
            throw new IllegalArgumentException("No number: " + text);
        }
        return this.converter.apply(number.group(1));
    }

    @Override
    public String print(N value) {
        return new BigDecimal(value.toString()).stripTrailingZeros().toPlainString();
    }

    @Override
    public String expectation(AnnotatedElement parameter) {
        Range range = parameter.getAnnotation(Range.class);
        return (isPercentage() ? "a percentage" : "a whole number")
                + (range == null ? "" : " from " + range.min() + " to " + range.max());
    }

    @Override
    public Schema<?> schema(AnnotatedElement parameter) {
        Schema<?> schema = new JsonSchema().types(Set.of(isPercentage() ? "number" : "integer"));
        schema.setFormat(this.type == Long.class ? "int64" : null);
        Range range = parameter.getAnnotation(Range.class);
        if (range != null) {
            schema.minimum(BigDecimal.valueOf(range.min())).maximum(BigDecimal.valueOf(range.max()));
        }
        return schema;
    }

    private boolean isPercentage() {
        return this.type == Double.class;
    }
}
