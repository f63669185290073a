package io.gpulse.web;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;

/** Parts of the OpenAPI document, for operations that are described in code. */
public final class ContractParts {

    private ContractParts() {}

    public static Schema<?> typed(String type) {
        return new JsonSchema().typesItem(type);
    }

    public static Schema<?> reference(String schema) {
        return new JsonSchema().$ref(schema);
    }

    public static Operation operation(String tag, String id, String summary, String description) {
        return new Operation()
                .addTagsItem(tag)
                .operationId(id)
                .summary(summary)
                .description(description)
                .responses(new ApiResponses());
    }

    public static Parameter parameter(String name, String description, Schema<?> schema) {
        return new QueryParameter().name(name).description(description).schema(schema);
    }

    /** Returns a response with one schema for all media types; without any it has no body. */
    public static ApiResponse response(String description, Schema<?> schema, String... mediaTypes) {
        ApiResponse response = new ApiResponse().description(description);
        for (String type : mediaTypes) {
            addContent(type, new MediaType().schema(schema), response);
        }
        return response;
    }

    public static void addContent(String type, MediaType body, ApiResponse response) {
        Content content = response.getContent() == null ? new Content() : response.getContent();
        response.content(content.addMediaType(type, body));
    }

    public static Header header(String type, String description) {
        return new Header().description(description).schema(typed(type));
    }

    /** Returns the description of {@code Retry-After}. */
    public static Header retryAfter() {
        return header("integer", "Seconds to wait before the next try.");
    }
}
