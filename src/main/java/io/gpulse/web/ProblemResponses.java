package io.gpulse.web;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** The errors that operations refer to by name. */
public final class ProblemResponses implements OpenApiCustomizer {

    public static final String BAD_REQUEST = "#/components/responses/BadRequest";
    public static final String NOT_FOUND = "#/components/responses/NotFound";
    private static final String NOT_ACCEPTABLE = "#/components/responses/NotAcceptable";
    public static final String CONFLICT = "#/components/responses/Conflict";
    public static final String TOO_LARGE = "#/components/responses/TooLarge";
    public static final String UNSUPPORTED_MEDIA_TYPE = "#/components/responses/UnsupportedMediaType";
    public static final String UNAVAILABLE = "#/components/responses/Unavailable";
    public static final String PROBLEM = "#/components/schemas/Problem";

    private static final String PROBLEM_NAME = "Problem";

    private static final List<Problem> PROBLEMS = List.of(
            new Problem(
                    "BadRequest",
                    HttpStatus.BAD_REQUEST,
                    "The request is malformed, or names something that does not exist.",
                    "There is no metric 'power.drow'. The nearest are power.draw, power.limit, memory.free; all are"
                            + " listed at /api/v1/catalogue."),
            new Problem(
                    "NotFound",
                    HttpStatus.NOT_FOUND,
                    "There is no such GPU.",
                    "There is no GPU '9'. This machine has GPUs 0, 1."),
            new Problem(
                    "NotAcceptable",
                    HttpStatus.NOT_ACCEPTABLE,
                    "None of the types in Accept is available.",
                    "/api/v1/snapshot is not available as a type in Accept; it is available as application/json."),
            new Problem(
                    "Conflict",
                    HttpStatus.CONFLICT,
                    "The current state does not permit the request.",
                    "There are 100 silences, which is the most; delete one first."),
            new Problem(
                    "TooLarge",
                    HttpStatus.CONTENT_TOO_LARGE,
                    "The body is too large.",
                    "The body may have 4096 bytes at most."),
            new Problem(
                    "UnsupportedMediaType",
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "The type of the body is not supported.",
                    "Content-Type 'text/plain' is not supported."),
            new Problem(
                    "Unavailable",
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "Temporarily unavailable: no round has finished lately, there is no GPU, or a limit is reached.",
                    "gpulse has not finished its first round; try again in a second."),
            new Problem(
                    "Unauthorized",
                    HttpStatus.UNAUTHORIZED,
                    "Authentication is required.",
                    "Authentication is required: send 'Authorization: Bearer TOKEN' or a user and a password, or sign"
                            + " in at /login."),
            new Problem(
                    "Forbidden",
                    HttpStatus.FORBIDDEN,
                    "The client is not permitted to do this.",
                    "The scopes of this token or user do not permit this request."),
            new Problem(
                    "Misdirected",
                    HttpStatus.MISDIRECTED_REQUEST,
                    "The host name in the request is unknown.",
                    "Unknown host name gpu7.example.org; add it to gpulse.security.hosts."),
            new Problem(
                    "TooManyRequests",
                    HttpStatus.TOO_MANY_REQUESTS,
                    "Too many wrong passwords from this address, or too many marks or silences in a minute.",
                    "There were too many wrong passwords; try again in 4 s."));

    /**
     * A response of the document.
     *
     * @param detail an example
     */
    private record Problem(String name, HttpStatus status, String description, String detail) {

        ApiResponse response() {
            Map<String, Object> example = new LinkedHashMap<>();
            example.put("title", this.status.getReasonPhrase());
            example.put("status", this.status.value());
            example.put("detail", this.detail);
            ApiResponse response = new ApiResponse().description(this.description);
            MediaType problem =
                    new MediaType().schema(ContractParts.reference(PROBLEM)).example(example);
            ContractParts.addContent("application/problem+json", problem, response);
            return this.status == HttpStatus.SERVICE_UNAVAILABLE || this.status == HttpStatus.TOO_MANY_REQUESTS
                    ? response.addHeaderObject(HttpHeaders.RETRY_AFTER, ContractParts.retryAfter())
                    : response;
        }
    }

    @Override
    public void customise(OpenAPI document) {
        Components components = document.getComponents();
        components.addSchemas(PROBLEM_NAME, problem());
        PROBLEMS.forEach((problem) -> components.addResponses(problem.name(), problem.response()));
        document.getPaths()
                .forEach((path, item) -> item.readOperations().forEach((operation) -> addCommon(operation, path)));
    }

    /** Any operation can fail before it starts, and one of the API because of its parameters or Accept. */
    private static void addCommon(Operation operation, String path) {
        ApiResponses responses = operation.getResponses();
        if (path.startsWith("/api/")) {
            responses.putIfAbsent("400", new ApiResponse().$ref(BAD_REQUEST));
            if (path.contains("{") || hasParameter("gpus", operation)) {
                responses.putIfAbsent("404", new ApiResponse().$ref(NOT_FOUND));
            }
            if (isNegotiated(responses)) {
                responses.putIfAbsent("406", new ApiResponse().$ref(NOT_ACCEPTABLE));
            }
        }
        responses.putIfAbsent("401", new ApiResponse().$ref("#/components/responses/Unauthorized"));
        responses.putIfAbsent("403", new ApiResponse().$ref("#/components/responses/Forbidden"));
        responses.addApiResponse("421", new ApiResponse().$ref("#/components/responses/Misdirected"));
        responses.putIfAbsent("429", new ApiResponse().$ref("#/components/responses/TooManyRequests"));
    }

    private static boolean hasParameter(String name, Operation operation) {
        return operation.getParameters() != null
                && operation.getParameters().stream()
                        .anyMatch((parameter) -> parameter.getName().equals(name));
    }

    /** Returns whether Accept matters: a text is sent whatever it names. */
    private static boolean isNegotiated(ApiResponses responses) {
        return responses.entrySet().stream()
                .filter((response) -> response.getKey().startsWith("2"))
                .map((response) -> response.getValue().getContent())
                .anyMatch((content) -> content != null && !content.isEmpty() && !content.containsKey("text/plain"));
    }

    private static Schema<?> problem() {
        Schema<?> problem = ContractParts.typed("object").description("An error (RFC 9457).");
        problem.addProperty(
                "type",
                ContractParts.typed("string").description("Type of the problem; absent when the status suffices."));
        problem.addProperty("title", ContractParts.typed("string").description("The status in words."));
        problem.addProperty("status", ContractParts.typed("integer").description("The HTTP status."));
        problem.addProperty(
                "detail", ContractParts.typed("string").description("What is wrong, and how to correct it."));
        problem.addProperty("instance", ContractParts.typed("string").description("The path of the request."));
        problem.addRequiredItem("title");
        problem.addRequiredItem("status");
        problem.setAdditionalProperties(true);
        return problem;
    }
}
