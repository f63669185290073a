package io.gpulse.web.parameter;

import io.gpulse.web.ProblemException;
import io.gpulse.web.RecordJavadoc;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import jakarta.validation.Constraint;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.MultiValueMap;
import org.springframework.util.function.SingletonSupplier;

/**
 * A query parameter, which is a component of a record.
 *
 * @param name its name in the query
 * @param component of the record
 * @param constraints where its bounds are annotated
 * @param type how it is written; null for a text that is taken as it is
 * @param defaultValue what it is when it is not sent, as it would be written; null when that is nothing
 */
record QueryParameter(
        String name,
        RecordComponent component,
        AnnotatedElement constraints,
        @Nullable ParameterType<?> type,
        @Nullable String defaultValue) {

    /** The validator, with five hundred classes, is loaded for the first value with bounds, not during the start. */
    private static final Supplier<Validator> BOUNDS =
            SingletonSupplier.of(() -> Validation.buildDefaultValidatorFactory().getValidator());

    /** The maximum of repeated characters of a value. */
    private static final int LONGEST = 80;

    /**
     * Returns the value of the component; null if the query has none.
     *
     * @throws ProblemException for a wrong or repeated value; only a text can be repeated, as a list
     */
    @Nullable
    Object read(MultiValueMap<String, String> query) {
        List<String> values = query.getOrDefault(this.name, List.of());
        if (values.isEmpty() || (values.size() == 1 && values.get(0) == null)) {
            return null;
        }
        String sent = joined(values);
        if (this.type == null) {
            return sent;
        }
        Object value = values.size() == 1 ? convert(sent, this.type) : null;
        if (value == null) {
            throw ProblemException.badRequest(
                    this.name + " must be " + this.type.expectation(this.constraints) + ", not '" + start(sent) + "'.");
        }
        return value;
    }

    private @Nullable Object convert(String sent, ParameterType<?> parameterType) {
        try {
            Object value = parameterType.convert(sent);
            return isWithinBounds(value) ? value : null;
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    private boolean isWithinBounds(Object value) {
        return !AnnotatedElementUtils.isAnnotated(this.constraints, Constraint.class)
                || BOUNDS.get()
                        .validateValue(this.component.getDeclaringRecord(), this.component.getName(), value)
                        .isEmpty();
    }

    private static String joined(List<@Nullable String> values) {
        return values.stream().map((value) -> value == null ? "" : value).collect(Collectors.joining(","));
    }

    /** Adds the Javadoc, the type, the bounds and the default to the parameter in the OpenAPI document. */
    void describe(Operation operation) {
        operation.getParameters().stream()
                .filter((parameter) -> parameter.getName().equals(this.name))
                .forEach(this::describe);
    }

    private void describe(Parameter parameter) {
        if (parameter.getDescription() == null) {
            parameter.setDescription(
                    new RecordJavadoc(this.component.getDeclaringRecord()).text(this.component.getName()));
        }
        if (this.type != null) {
            Schema<?> schema = this.type.schema(this.constraints);
            if (this.defaultValue != null) {
                schema.setDefault(this.defaultValue);
            }
            parameter.setSchema(schema);
        }
    }

    /** Returns the start of a value for a message, without half of a surrogate pair. */
    static String start(String sent) {
        if (sent.length() <= LONGEST) {
            return sent;
        }
        int end = Character.isHighSurrogate(sent.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return sent.substring(0, end) + "...";
    }
}
