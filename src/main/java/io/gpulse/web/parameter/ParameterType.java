package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;

/**
 * The grammar of one type of query parameters: its conversion, its schema in the OpenAPI document and the message for a
 * wrong value.
 *
 * @param <T> the type that a query record's component has
 */
public interface ParameterType<T> {

    /** Returns the type of the values. */
    Class<T> type();

    /** @throws IllegalArgumentException for a wrong value; the caller adds {@link #expectation} */
    T convert(String text);

    /** Returns the value as text that {@link #convert} reads. */
    default String print(T value) {
        return value.toString();
    }

    /**
     * Returns the rest of a sentence that begins with "must be".
     *
     * @param parameter the annotations of the parameter
     */
    String expectation(AnnotatedElement parameter);

    /**
     * Returns the JSON schema.
     *
     * @param parameter the annotations of the parameter
     */
    Schema<?> schema(AnnotatedElement parameter);
}
