package io.gpulse.start;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpulse.history.answer.TextPieces;
import io.gpulse.insight.ActiveInsights;
import io.gpulse.view.CommandLineVisibility;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.view.View;
import io.gpulse.view.ViewQuery;
import io.gpulse.web.EventLoops;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Serves the first answer for a page. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "snapshot")
class StartController {

    private static final String DESCRIPTION = """
        In one response: the latest snapshot (`view=core`), the samples of the rounds before it, and the active
        insights. A client then follows `/api/v1/stream`, which begins with the latest snapshot: no round is missing in
        between. Samples are those of the stream's replay buffer, and before it those of the history, at most 1,000
        rounds. A request causes no driver call.
        """;

    private final LatestSnapshot latest;
    private final CommandLineVisibility visibility;
    private final StartSampleReader samples;
    private final ActiveInsights insights;

    StartController(
            LatestSnapshot latest,
            CommandLineVisibility visibility,
            StartSampleReader samples,
            ActiveInsights insights) {
        this.latest = latest;
        this.visibility = visibility;
        this.samples = samples;
        this.insights = insights;
    }

    @GetMapping("/start")
    @Operation(summary = "The first answer for a page", description = DESCRIPTION)
    @ApiResponse(
            responseCode = "200",
            description = "Snapshot, samples and insights.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = StartResponse.class)))
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<Void> getStart(@ParameterObject StartQuery query, @Parameter(hidden = true) ServerWebExchange exchange) {
        View view = this.visibility.of(this.latest.view(new ViewQuery(View.Detail.CORE, query.gpus(), null)), exchange);
        return this.samples
                .opened()
                .then(Mono.defer(() -> {
                    // Taken before the samples, which may take a while: no round is missing between the two.
                    String snapshot = UTF_8.decode(this.latest.json(view)).toString();
                    return this.samples
                            .of(query, view)
                            .map((samples) -> Flux.just(
                                    "{\"snapshot\":",
                                    snapshot,
                                    ",\"samples\":" + JsonMapper.shared().writeValueAsString(samples),
                                    ",\"insights\":" + this.insights.json() + "}"));
                }))
                .transform(EventLoops::onEventLoop)
                .flatMap((text) -> {
                    ServerHttpResponse response = exchange.getResponse();
                    response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
                    return TextPieces.write(text, response);
                });
    }
}
