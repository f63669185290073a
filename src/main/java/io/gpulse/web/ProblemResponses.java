package io.gpulse.web;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.springdoc.core.customizers.OpenApiCustomizer;

/** The errors that operations refer to by name. */
public final class ProblemResponses implements OpenApiCustomizer {

    public static final String BAD_REQUEST = "#/components/responses/BadRequest";
    public static final String NOT_FOUND = "#/components/responses/NotFound";
    public static final String NOT_ACCEPTABLE = "#/components/responses/NotAcceptable";
    public static final String CONFLICT = "#/components/responses/Conflict";
    public static final String TOO_LARGE = "#/components/responses/TooLarge";
    public static final String UNSUPPORTED_MEDIA_TYPE = "#/components/responses/UnsupportedMediaType";
    public static final String UNAVAILABLE = "#/components/responses/Unavailable";

    public static final String PROBLEM = "#/components/schemas/Problem";

    private static final String PROBLEM_NAME = "Problem";

    private static final String BAD = "There is no metric 'power.drow'. The nearest are power.draw, power.limit,"
            + " memory.free; all are listed at /api/v1/catalogue.";
    private static final String UNKNOWN = "There is no GPU '9'. This machine has GPUs 0, 1.";
    private static final String OTHER_FORM =
            "/api/v1/snapshot cannot be had as asked for by Accept; it comes as application/json.";
    private static final String MANY = "There are 100 silences, which is the most; delete one first.";
    private static final String LARGE = "The body may have 4096 bytes at most.";
    private static final String OTHER_TYPE = "Content-Type 'text/plain' is not supported.";
    private static final String NOT_YET = "gpulse has not finished its first round; ask again in a second.";

    private static final String WHO = "Authentication is required: send 'Authorization: Bearer TOKEN' or a user and a"
            + " password, or sign in at /login.";
    private static final String NOT_YOU = "The scopes of this token or user do not permit this request.";
    private static final String NOT_ME = "Unknown host name gpu7.example.org; add it to gpulse.security.hosts.";
    private static final String WAIT = "There were too many wrong passwords; try again in 4 s.";

    @Override
    public void customise(OpenAPI document) {
        Components components = document.getComponents();
        components.addSchemas(PROBLEM_NAME, problem());
        components.addResponses(
                "BadRequest",
                response("The request asks for what does not exist, or is malformed.")
                        .content(example(400, "Bad Request", BAD)));
        components.addResponses(
                "NotFound", response("There is no such GPU.").content(example(404, "Not Found", UNKNOWN)));
        components.addResponses(
                "NotAcceptable",
                response("It cannot be had in the form that Accept asks for.")
                        .content(example(406, "Not Acceptable", OTHER_FORM)));
        addThoseOfBodies(components);
        components.addResponses("Unavailable", unavailable());
        components.addResponses(
                "Unauthorized", response("It has to be said who asks.").content(example(401, "Unauthorized", WHO)));
        components.addResponses(
                "Forbidden", response("Whoever asks may not do this.").content(example(403, "Forbidden", NOT_YOU)));
        components.addResponses(
                "Misdirected",
                response("gpulse is not called by the name that it was asked by.")
                        .content(example(421, "Misdirected Request", NOT_ME)));
        components.addResponses("TooManyRequests", tooMany());
        document.getPaths()
                .forEach((path, item) -> item.readOperations().stream()
                        .map(Operation::getResponses)
                        .forEach((responses) -> addThoseOfAny(responses, path)));
    }

    private static void addThoseOfBodies(Components components) {
        components.addResponses(
                "Conflict",
                response("The present state does not permit the request.").content(example(409, "Conflict", MANY)));
        components.addResponses(
                "TooLarge", response("The body is too large.").content(example(413, "Content Too Large", LARGE)));
        components.addResponses(
                "UnsupportedMediaType",
                response("The body is of another type than those that are understood.")
                        .content(example(415, "Unsupported Media Type", OTHER_TYPE)));
    }

    /** Any operation can be refused before it begins, and one of the API for a parameter that it does not take. */
    private static void addThoseOfAny(ApiResponses responses, String path) {
        if (path.startsWith("/api/")) {
            responses.putIfAbsent("400", new ApiResponse().$ref(BAD_REQUEST));
        }
        responses.putIfAbsent("401", new ApiResponse().$ref("#/components/responses/Unauthorized"));
        responses.addApiResponse("403", new ApiResponse().$ref("#/components/responses/Forbidden"));
        responses.addApiResponse("421", new ApiResponse().$ref("#/components/responses/Misdirected"));
        responses.putIfAbsent("429", new ApiResponse().$ref("#/components/responses/TooManyRequests"));
    }

    private static ApiResponse tooMany() {
        return response("There were too many wrong passwords from this address.")
                .addHeaderObject("Retry-After", retryAfter())
                .content(example(429, "Too Many Requests", WAIT));
    }

    private static Header retryAfter() {
        Header retryAfter = new Header().description("After how many seconds to ask again.");
        retryAfter.schema(typed("integer"));
        return retryAfter;
    }

    private static ApiResponse unavailable() {
        return response("Not now: nothing has been sampled yet, there is no GPU, or no room for another"
                        + " subscriber.")
                .addHeaderObject("Retry-After", retryAfter())
                .content(example(503, "Service Unavailable", NOT_YET));
    }

    private static ApiResponse response(String description) {
        return new ApiResponse().description(description);
    }

    private static Content example(int status, String title, String detail) {
        Map<String, Object> example = new LinkedHashMap<>();
        example.put("title", title);
        example.put("status", status);
        example.put("detail", detail);
        MediaType problem =
                new MediaType().schema(new JsonSchema().$ref(PROBLEM)).example(example);
        return new Content().addMediaType("application/problem+json", problem);
    }

    private static Schema<?> problem() {
        Schema<?> problem = typed("object").description("What went wrong, as RFC 9457 writes it down.");
        problem.addProperty(
                "type", typed("string").description("What kind of problem; absent when the status says it all."));
        problem.addProperty("title", typed("string").description("The status in words."));
        problem.addProperty("status", typed("integer").description("The HTTP status."));
        problem.addProperty("detail", typed("string").description("What was wrong and what would be right."));
        problem.addProperty("instance", typed("string").description("The path that was asked for."));
        problem.addRequiredItem("title");
        problem.addRequiredItem("status");
        problem.setAdditionalProperties(Boolean.TRUE);
        return problem;
    }

    private static Schema<?> typed(String type) {
        return new JsonSchema().types(Set.of(type));
    }
}
