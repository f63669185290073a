package io.gpulse.text;

import io.gpulse.view.SimulatedHeaderFilter;
import io.gpulse.web.PlainText;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.Parameters;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
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

    private static final String CSV = """
        timestamp, name, power.draw [W]
        2026/11/20 10:00:01.003, NVIDIA H100 80GB HBM3, 367.20 W
        """;

    private static final String UNKNOWN = "Field \"power.drow\" is not a valid field to query.\n\n";
    private static final String NONE = "No devices were found\n\n";
    private static final String PROBLEM = MediaType.APPLICATION_PROBLEM_JSON_VALUE;

    private final SmiResponses responses;

    QueryController(SmiResponses responses) {
        this.responses = responses;
    }

    @GetMapping("/api/v1/query")
    @Operation(summary = "Output of nvidia-smi", description = WHAT, operationId = "query")
    @Parameters({
        @Parameter(
                name = "query-gpu",
                in = ParameterIn.QUERY,
                description =
                        "Properties of GPUs, separated by commas: keys of the catalogue with scope GPU, all aliases"
                                + " of nvidia-smi, and timestamp, count, index, driver_version. Case-sensitive.",
                example = "timestamp,name,utilization.gpu,memory.used",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "gpu",
                in = ParameterIn.QUERY,
                description = "Same as query-gpu.",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "query-compute-apps",
                in = ParameterIn.QUERY,
                description = "Properties of compute processes on GPUs: timestamp, gpu_name, gpu_bus_id,"
                        + " gpu_serial, gpu_uuid, pid, process_name (name), used_gpu_memory (used_memory).",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "query-accounted-apps",
                in = ParameterIn.QUERY,
                description = "Properties of processes that have ended; gpulse does not read them: timestamp, gpu_name,"
                        + " gpu_bus_id, gpu_serial, gpu_uuid, vgpu_instance, pid, gpu_utilization (gpu_util),"
                        + " mem_utilization (mem_util), max_memory_usage, time.",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "query-retired-pages",
                in = ParameterIn.QUERY,
                description = "Properties of retired memory pages: timestamp, gpu_name, gpu_bus_id, gpu_serial,"
                        + " gpu_uuid, retired_pages.address, retired_pages.timestamp, retired_pages.cause.",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "query-remapped-rows",
                in = ParameterIn.QUERY,
                description = "Properties of replaced memory rows: timestamp, gpu_name, gpu_bus_id, gpu_serial,"
                        + " gpu_uuid, remapped_rows.correctable, remapped_rows.uncorrectable, remapped_rows.pending,"
                        + " remapped_rows.failure.",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "query-supported-clocks",
                in = ParameterIn.QUERY,
                description = "Properties of supported clocks; gpulse does not read them: timestamp,"
                        + " gpu_name, gpu_bus_id, gpu_serial, gpu_uuid, memory (mem), graphics (gr).",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "q",
                in = ParameterIn.QUERY,
                allowEmptyValue = true,
                description = "The log of `nvidia-smi -q`; values that gpulse does not read are `N/A`.",
                schema = @Schema(type = "string")),
        @Parameter(
                name = "d",
                in = ParameterIn.QUERY,
                description =
                        "Sections of that log, separated by commas: ACCOUNTING, CLOCK, COMPUTE, ECC, ENCODER_STATS,"
                                + " FBC_STATS, GSP_FIRMWARE_VERSION, MEMORY, PAGE_RETIREMENT, PERFORMANCE, PIDS, POWER,"
                                + " RESET_STATUS, ROW_REMAPPER, SUPPORTED_CLOCKS, SUPPORTED_GPU_TARGET_TEMP,"
                                + " TEMPERATURE, UTILIZATION, VOLTAGE. Samples are those of gpulse in the last minute.",
                schema = @Schema(type = "string")),
        @Parameter(
                name = "format",
                in = ParameterIn.QUERY,
                description = "`csv`, optionally with `noheader` and `nounits`, separated by commas in any order.",
                schema =
                        @Schema(
                                type = "string",
                                pattern = "^((noheader|nounits),)*csv(,(noheader|nounits))*$",
                                defaultValue = "csv")),
        @Parameter(
                name = "id",
                in = ParameterIn.QUERY,
                description =
                        "Only these GPUs, separated by commas: indexes, UUIDs, serial numbers, PCI bus ids. Unknown"
                                + " ones are ignored.",
                schema = @Schema(type = "string")),
        @Parameter(
                name = "loop",
                in = ParameterIn.QUERY,
                description = "Seconds between repetitions of the output; at most one per round.",
                schema = @Schema(type = "integer", minimum = "1", maximum = SmiQuery.MAX_SECONDS)),
        @Parameter(
                name = "loop-ms",
                in = ParameterIn.QUERY,
                description = "Same as loop, in milliseconds.",
                schema = @Schema(type = "integer", minimum = "1", maximum = SmiQuery.MAX_MILLIS))
    })
    @ApiResponse(
            responseCode = "200",
            description = "The output of nvidia-smi.",
            headers =
                    @Header(
                            name = SimulatedHeaderFilter.SIMULATED,
                            description = "`true` for simulated GPUs; otherwise absent.",
                            schema = @Schema(type = "boolean")),
            content =
                    @Content(
                            mediaType = MediaType.TEXT_PLAIN_VALUE,
                            schema = @Schema(type = "string"),
                            examples = @ExampleObject(name = "csv", value = CSV)))
    @ApiResponse(
            responseCode = "400",
            description = "nvidia-smi would reject the query.",
            content = {
                @Content(
                        mediaType = MediaType.TEXT_PLAIN_VALUE,
                        schema = @Schema(type = "string"),
                        examples = @ExampleObject(name = "unknown", value = UNKNOWN)),
                @Content(mediaType = PROBLEM, schema = @Schema(ref = ProblemResponses.PROBLEM))
            })
    @ApiResponse(
            responseCode = "404",
            description = "There is no such GPU.",
            content = {
                @Content(
                        mediaType = MediaType.TEXT_PLAIN_VALUE,
                        schema = @Schema(type = "string"),
                        examples = @ExampleObject(name = "none", value = NONE)),
                @Content(mediaType = PROBLEM, schema = @Schema(ref = ProblemResponses.PROBLEM))
            })
    @ApiResponse(
            responseCode = "503",
            description = "There is no driver, the first round has not finished, or a limit is reached.",
            headers =
                    @Header(
                            name = HttpHeaders.RETRY_AFTER,
                            description = "Seconds to wait before the next try.",
                            schema = @Schema(type = "integer")),
            content = {
                @Content(mediaType = MediaType.TEXT_PLAIN_VALUE, schema = @Schema(type = "string")),
                @Content(mediaType = PROBLEM, schema = @Schema(ref = ProblemResponses.PROBLEM))
            })
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
