package io.gpulse.text;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.sampling.TopologyFeed;
import io.gpulse.text.query.Monitor;
import io.gpulse.text.query.RecentSamples;
import io.gpulse.text.query.SmiOutput;
import io.gpulse.text.query.SmiTimestamp;
import io.gpulse.text.query.TextFile;
import io.gpulse.view.GpuNames;
import io.gpulse.view.GpuSelector;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.web.PlainText;
import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameters;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.MultiValueMap;
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
            curl 'localhost:8080/api/v1/query?q&x'

        With `x` the output is the XML of `nvidia-smi -q -x` with the elements of version 13 (drivers 580 and newer).

        Errors are plain text, with nvidia-smi's own message where it has one; a problem only when `Accept` names
        `application/problem+json`.
        """;

    private static final String NO_DRIVER = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA"
            + " driver. Make sure that the latest NVIDIA driver is installed and running.";

    private static final String OF_COMMAND = """
        The standard output of `nvidia-smi` with these arguments, for gpulse's command of that name, from the latest
        snapshot; a request causes no driver call. `dmon`, `pmon`, `-l` and `-lms` send one output per round: *Try it
        out* would show nothing. The header `Gpulse-Exit-Code` has the exit code of `nvidia-smi` where it is not 0,
        and `Gpulse-Stale` the time of the newest samples while no new ones arrive.

            curl 'localhost:8080/api/v1/nvidia-smi'
            curl 'localhost:8080/api/v1/nvidia-smi?arg=-q&arg=-d&arg=POWER'
            curl -N 'localhost:8080/api/v1/nvidia-smi?arg=dmon&arg=-c&arg=5'

        What changes a GPU, and what gpulse does not read, is refused with status 403.
        """;

    /** The exit code of nvidia-smi; absent for 0. */
    static final String EXIT_CODE = "Gpulse-Exit-Code";

    /** The time of the newest figures; absent while there are new ones. */
    static final String STALE = "Gpulse-Stale";

    private static final Map<Integer, String> EXIT_CODES = Map.of(400, "2", 403, "3", 404, "6");
    private static final Set<String> HELP = Set.of("-h", "--help");

    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private final LatestSnapshot latest;
    private final TextStream stream;
    private final RecentSamples samples;
    private final TopologyFeed topology;

    QueryController(LatestSnapshot latest, TextStream stream, RecentSamples samples, TopologyFeed topology) {
        this.latest = latest;
        this.stream = stream;
        this.samples = samples;
        this.topology = topology;
    }

    /**
     * A query with its GPUs. Equal queries have equal output.
     *
     * @param gpus the requested GPUs; none for all
     */
    private record Query(SmiOutput printout, Set<GpuSelector> gpus) {

        private boolean includes(GpuSample gpu) {
            return this.gpus.isEmpty() || this.gpus.stream().anyMatch((selector) -> selector.selects(gpu));
        }

        String of(Snapshot snapshot) {
            return this.printout.of(snapshot, this::includes);
        }
    }

    @GetMapping("/api/v1/query")
    @Operation(summary = "Output of nvidia-smi", description = WHAT)
    @Parameters // The switches are those of QueryOperation, checked here.
    Mono<Void> query(ServerWebExchange exchange) {
        MultiValueMap<String, String> switches = exchange.getRequest().getQueryParams();
        return answer(() -> SmiQuery.of(switches, this.samples), exchange);
    }

    @GetMapping("/api/v1/nvidia-smi")
    @Operation(summary = "Output of a command line of nvidia-smi", description = OF_COMMAND)
    Mono<Void> nvidiaSmi(@ParameterObject SmiArguments arguments, ServerWebExchange exchange) {
        List<String> words = exchange.getRequest().getQueryParams().getOrDefault("arg", List.of()).stream()
                .map((word) -> Objects.requireNonNullElse(word, ""))
                .toList();
        if (words.stream().anyMatch(HELP::contains)) {
            exchange.getResponse().getHeaders().setContentType(PlainText.TYPE);
            return PlainText.write(
                    TextFile.lines("help.txt").collect(Collectors.joining("\n", "", "\n")), exchange.getResponse());
        }
        return answer(() -> new SmiCommandLine(words).query(this.samples, this.topology.latest()), exchange);
    }

    private Mono<Void> answer(Supplier<SmiQuery> query, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        response.getHeaders().add(HttpHeaders.VARY, HttpHeaders.ACCEPT);
        return Mono.defer(() -> respond(query.get(), exchange))
                .onErrorResume(
                        ProblemException.class,
                        (problem) -> wantsProblem(exchange.getRequest())
                                ? Mono.error(problem)
                                : writeText(problem, response));
    }

    /**
     * Writes the output once, or repeatedly with a loop.
     *
     * @throws ProblemException with the message of nvidia-smi
     */
    private Mono<Void> respond(SmiQuery parsed, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        Snapshot snapshot = this.latest.snapshot();
        Query query = new Query(parsed.printout(), selectors(parsed.ids(), snapshot));
        String header = parsed.printout().header(snapshot);
        response.getHeaders().setContentType(parsed.printout().type());
        if (this.latest.isStale()) {
            response.getHeaders().set(STALE, SmiTimestamp.newest(snapshot).toString());
        }
        int page = parsed.printout() instanceof Monitor ? Monitor.PAGE : 0;
        return parsed.every()
                .map((every) -> this.stream.respond(
                        new TextRequest(query, header, query::of, every, page, parsed.most()), exchange))
                .orElseGet(() -> PlainText.write(header + query.of(snapshot), response));
    }

    /** Ignores unknown ids, as nvidia-smi does, as long as one is known. */
    private static Set<GpuSelector> selectors(List<String> ids, Snapshot snapshot) {
        if (snapshot.gpus().isEmpty()) {
            throw snapshot.source().kind() == SourceKind.NONE
                            || snapshot.source().reason() != null
                    ? ProblemException.unavailable(NO_DRIVER, RETRY_AFTER)
                    : ProblemException.notFound("No devices were found");
        }
        Set<GpuSelector> found = ids.stream()
                .flatMap((id) -> GpuNames.findAll(id, snapshot).stream())
                .map(GpuSelector::of)
                .collect(Collectors.toUnmodifiableSet());
        if (found.isEmpty() && !ids.isEmpty()) {
            throw ProblemException.notFound("No devices were found");
        }
        return found;
    }

    private static boolean wantsProblem(ServerHttpRequest request) {
        return request.getHeaders().getAccept().stream()
                .anyMatch(MediaType.APPLICATION_PROBLEM_JSON::equalsTypeAndSubtype);
    }

    private static Mono<Void> writeText(ProblemException problem, ServerHttpResponse response) {
        response.setStatusCode(problem.getStatusCode());
        response.getHeaders().setContentType(PlainText.TYPE);
        response.getHeaders().putAll(problem.getHeaders());
        response.getHeaders()
                .set(EXIT_CODE, EXIT_CODES.getOrDefault(problem.getStatusCode().value(), "9"));
        return PlainText.write(problem.getBody().getDetail() + "\n\n", response);
    }
}
