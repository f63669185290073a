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
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** For scripts that were written for nvidia-smi. */
@RestController
@Tag(name = "text")
class QueryController {

    private static final String WHAT = """
        nvidia-smi's own switches, and the text that it prints: names, aliases, headers, units, forms of numbers and
        `[N/A]` are the same. It is answered from the latest snapshot and never asks the driver; a cell's timestamp
        is when gpulse sampled the GPU. Of simulated GPUs the header `Gpulse-Simulated` says so.

            curl 'localhost:8080/api/v1/query?query-gpu=timestamp,name,power.draw&format=csv'
            curl -N 'localhost:8080/api/v1/query?query-gpu=timestamp,power.draw&format=csv&loop=1' | tee gpu-log.csv
            curl 'localhost:8080/api/v1/query?q&d=UTILIZATION,POWER'

        What is wrong is said in nvidia-smi's sentence, where it has one, as plain text; as a problem only when
        `Accept` names `application/problem+json`.
        """;

    private static final String CSV = """
        timestamp, name, power.draw [W]
        2026/11/20 10:00:01.003, NVIDIA H100 80GB HBM3, 367.20 W
        """;

    private static final String UNKNOWN = "Field \"power.drow\" is not a valid field to query.\n\n";
    private static final String NONE = "No devices were found\n\n";
    private static final String PROBLEM = MediaType.APPLICATION_PROBLEM_JSON_VALUE;

    private final SmiResponses answers;

    QueryController(SmiResponses answers) {
        this.answers = answers;
    }

    @GetMapping("/api/v1/query")
    @Operation(summary = "What nvidia-smi prints", description = WHAT, operationId = "query")
    @Parameters({
        @Parameter(
                name = "query-gpu",
                in = ParameterIn.QUERY,
                description = "Properties of GPUs, between commas: keys of the catalogue that are asked of a GPU, all"
                        + " aliases of nvidia-smi, and timestamp, count, index, driver_version. Case matters.",
                example = "timestamp,name,utilization.gpu,memory.used",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "gpu",
                in = ParameterIn.QUERY,
                description = "The same as query-gpu.",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "query-compute-apps",
                in = ParameterIn.QUERY,
                description = "Properties of the processes that compute on GPUs: timestamp, gpu_name, gpu_bus_id,"
                        + " gpu_serial, gpu_uuid, pid, process_name (name), used_gpu_memory (used_memory).",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "query-accounted-apps",
                in = ParameterIn.QUERY,
                description = "Properties of processes that have ended, of which gpulse asks none: timestamp, gpu_name,"
                        + " gpu_bus_id, gpu_serial, gpu_uuid, vgpu_instance, pid, gpu_utilization (gpu_util),"
                        + " mem_utilization (mem_util), max_memory_usage, time.",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "query-retired-pages",
                in = ParameterIn.QUERY,
                description = "Properties of memory pages out of use: timestamp, gpu_name, gpu_bus_id, gpu_serial,"
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
                description = "Properties of clocks that can be set, for which gpulse does not ask: timestamp,"
                        + " gpu_name, gpu_bus_id, gpu_serial, gpu_uuid, memory (mem), graphics (gr).",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "q",
                in = ParameterIn.QUERY,
                allowEmptyValue = true,
                description = "The log of `nvidia-smi -q`, as far as gpulse knows what stands there.",
                schema = @Schema(type = "string")),
        @Parameter(
                name = "d",
                in = ParameterIn.QUERY,
                description = "Parts of that log, between commas: ACCOUNTING, CLOCK, COMPUTE, ECC, ENCODER_STATS,"
                        + " FBC_STATS, GSP_FIRMWARE_VERSION, MEMORY, PAGE_RETIREMENT, PERFORMANCE, PIDS, POWER,"
                        + " RESET_STATUS, ROW_REMAPPER, SUPPORTED_CLOCKS, SUPPORTED_GPU_TARGET_TEMP, TEMPERATURE,"
                        + " UTILIZATION, VOLTAGE. Samples are those that gpulse took in the last minute, one a round.",
                schema = @Schema(type = "string")),
        @Parameter(
                name = "format",
                in = ParameterIn.QUERY,
                description = "`csv`, and after a comma `noheader` or `nounits`, in any order.",
                schema =
                        @Schema(
                                type = "string",
                                pattern = "^((noheader|nounits),)*csv(,(noheader|nounits))*$",
                                defaultValue = "csv")),
        @Parameter(
                name = "id",
                in = ParameterIn.QUERY,
                description = "Only these GPUs, between commas: indexes, UUIDs, serial numbers, PCI bus ids. Those that"
                        + " there are not are left out.",
                schema = @Schema(type = "string")),
        @Parameter(
                name = "loop",
                in = ParameterIn.QUERY,
                description = "Answer again every so many seconds, without end; at most once a round.",
                schema = @Schema(type = "integer", minimum = "1", maximum = SmiQuery.MOST_SECONDS)),
        @Parameter(
                name = "loop-ms",
                in = ParameterIn.QUERY,
                description = "The same in milliseconds.",
                schema = @Schema(type = "integer", minimum = "1", maximum = SmiQuery.MOST_MILLIS))
    })
    @ApiResponse(
            responseCode = "200",
            description = "As nvidia-smi prints it.",
            headers =
                    @Header(
                            name = SimulatedHeaderFilter.SIMULATED,
                            description = "`true` when the GPUs do not exist; absent otherwise.",
                            schema = @Schema(type = "boolean")),
            content =
                    @Content(
                            mediaType = MediaType.TEXT_PLAIN_VALUE,
                            schema = @Schema(type = "string"),
                            examples = @ExampleObject(name = "csv", value = CSV)))
    @ApiResponse(
            responseCode = "400",
            description = "nvidia-smi would refuse it.",
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
            description = "No driver, nothing has been sampled yet, or no room for another loop.",
            headers =
                    @Header(
                            name = HttpHeaders.RETRY_AFTER,
                            description = "After how many seconds to ask again.",
                            schema = @Schema(type = "integer")),
            content = {
                @Content(mediaType = MediaType.TEXT_PLAIN_VALUE, schema = @Schema(type = "string")),
                @Content(mediaType = PROBLEM, schema = @Schema(ref = ProblemResponses.PROBLEM))
            })
    Mono<Void> query(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        response.getHeaders().setContentType(PlainText.TYPE);
        response.getHeaders().add(HttpHeaders.VARY, HttpHeaders.ACCEPT);
        return Mono.defer(() -> this.answers.answer(exchange.getRequest().getQueryParams(), exchange))
                .onErrorResume(
                        ProblemException.class,
                        (refusal) ->
                                wantsProblem(exchange.getRequest()) ? Mono.error(refusal) : refuse(refusal, response));
    }

    private static boolean wantsProblem(ServerHttpRequest request) {
        return request.getHeaders().getAccept().stream()
                .anyMatch(MediaType.APPLICATION_PROBLEM_JSON::equalsTypeAndSubtype);
    }

    private static Mono<Void> refuse(ProblemException refusal, ServerHttpResponse response) {
        ProblemDetail problem = refusal.getBody();
        response.setStatusCode(refusal.getStatusCode());
        response.getHeaders().putAll(refusal.getHeaders());
        return PlainText.write(problem.getDetail() + "\n\n", response);
    }
}
