package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.web.method.HandlerMethod;

/** Describes parameters in the OpenAPI document by their type, constraints and default. */
final class ParameterSchemas implements OperationCustomizer {

    private final QueryParameters parameters;

    ParameterSchemas(QueryParameters parameters) {
        this.parameters = parameters;
    }

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        this.parameters
                .of(method)
                .forEach((known) -> operation.getParameters().stream()
                        .filter((parameter) -> parameter.getName().equals(known.name()))
                        .forEach((parameter) -> describe(parameter, known)));
        return operation;
    }

    private static void describe(Parameter parameter, QueryParameter known) {
        if (known.type() != null) {
            Schema<?> schema = known.type().schema(known.constraints());
            if (known.defaultValue() != null) {
                schema.setDefault(known.defaultValue());
            }
            parameter.setSchema(schema);
        }
    }
}
