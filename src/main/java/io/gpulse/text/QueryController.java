package io.gpulse.text;

import io.gpulse.web.PlainText;
import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The output of nvidia-smi, for existing scripts. */
@RestController
@Tag(name = "text")
class QueryController {

    private static final String WHAT = """
        The switches of nvidia-smi and its output: names, aliases, headers, units, number formats and `[N/A]` are the
        same. The source is the latest snapshot; a request causes no driver call. The timestamp of a row is the time at
        which gpulse sampled the GPU. Simulated GPUs are marked by the header `Gpulse-Simulated`.

            curl 'localhost:8080/api/v1/query?query-gpu=timestamp,name,power.draw&format=csv'
            curl -N 'localhost:8080/api/v1/query?query-gpu=timestamp,power.draw&format=csv&loop=1' | tee gpu-log.csv
            curl 'localhost:8080/api/v1/query?q&d=UTILIZATION,POWER'

        Errors are plain text, with nvidia-smi's own message where it has one; a problem only when `Accept` names
        `application/problem+json`.
        """;

    private final SmiResponses responses;

    QueryController(SmiResponses responses) {
        this.responses = responses;
    }

    @GetMapping("/api/v1/query")
    @Operation(summary = "Output of nvidia-smi", description = WHAT, operationId = "query")
    Mono<Void> query(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        response.getHeaders().setContentType(PlainText.TYPE);
        response.getHeaders().add(HttpHeaders.VARY, HttpHeaders.ACCEPT);
        return Mono.defer(() -> this.responses.respond(exchange.getRequest().getQueryParams(), exchange))
                .onErrorResume(
                        ProblemException.class,
                        (problem) -> wantsProblem(exchange.getRequest())
                                ? Mono.error(problem)
                                : writeText(problem, response));
    }

    private static boolean wantsProblem(ServerHttpRequest request) {
        return request.getHeaders().getAccept().stream()
                .anyMatch(MediaType.APPLICATION_PROBLEM_JSON::equalsTypeAndSubtype);
    }

    private static Mono<Void> writeText(ProblemException problem, ServerHttpResponse response) {
        response.setStatusCode(problem.getStatusCode());
        response.getHeaders().putAll(problem.getHeaders());
        return PlainText.write(problem.getBody().getDetail() + "\n\n", response);
    }
}
