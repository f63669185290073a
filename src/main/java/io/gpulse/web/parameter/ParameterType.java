package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import org.springframework.core.convert.converter.Converter;

/**
 * How values of one type are written in a query. What the binder reads, what the contract says and what a refused
 * request is told come from here, together with the constraints at the parameter.
 *
 * @param <T> the type that a query record's component has
 */
public interface ParameterType<T> extends Converter<String, T> {

    /** The type that is read. */
    Class<T> type();

    /** @throws IllegalArgumentException when it is no value of the type; the caller says what would be one */
    @Override
    T convert(String text);

    /** The same value as text, as {@link #convert} would read it. */
    default String print(T value) {
        return value.toString();
    }

    /**
     * What a value must be, as it follows "must be".
     *
     * @param parameter where the constraints stand
     */
    String expectation(AnnotatedElement parameter);

    /**
     * The JSON schema of it.
     *
     * @param parameter where the constraints stand
     */
    Schema<?> schema(AnnotatedElement parameter);
}
