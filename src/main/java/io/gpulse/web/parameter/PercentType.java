package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A percentage: {@code 12.5} or {@code 12.5%}. Bounds: {@link org.hibernate.validator.constraints.Range}. */
final class PercentType implements ParameterType<Double> {

    private static final Pattern NUMBER = Pattern.compile("(\\d{1,20}(?:\\.\\d{1,30})?(?:[eE][+-]?\\d{1,3})?) ?%?");

    @Override
    public Class<Double> type() {
        return Double.class;
    }

    @Override
    public Double convert(String text) {
        Matcher number = NUMBER.matcher(text.strip());
        if (!number.matches()) {
            throw new IllegalArgumentException("No percentage: " + text);
        }
        return Double.valueOf(number.group(1));
    }

    @Override
    public String print(Double value) {
        return new BigDecimal(value.toString()).stripTrailingZeros().toPlainString();
    }

    @Override
    public String expectation(AnnotatedElement parameter) {
        return "a percentage" + WholeNumberType.bounds(parameter);
    }

    @Override
    public Schema<?> schema(AnnotatedElement parameter) {
        return WholeNumberType.bounded("number", parameter);
    }
}
