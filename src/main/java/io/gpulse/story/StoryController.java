package io.gpulse.story;

import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.TimeRange;
import io.gpulse.history.TimeRangeParameters;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.EventLoops;
import io.gpulse.web.ProblemResponses;
import io.gpulse.web.parameter.TextOrJson;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Describes a time span in sentences. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "events")
class StoryController {

    private static final String WHAT = """
        At most twelve sentences about a time span of at most 7 days, from stored events, states, processes and marks:
        faults, GPUs that were lost or held idle, jobs that ended, were started or started again, GPUs that were free
        then, times without samples, changed settings. What has one cause within five minutes is one sentence. A cost
        is stated only where it is known. Without a time span: the last 12 hours. A request causes no call to the
        driver.
        """;

    private final HistoryReader history;
    private final StoryReader reader;
    private final PublishedSnapshots published;

    StoryController(HistoryReader history, StoryReader reader, PublishedSnapshots published) {
        this.history = history;
        this.reader = reader;
        this.published = published;
    }

    @GetMapping("/story")
    @Operation(summary = "What happened, in sentences", description = WHAT)
    @ApiResponse(
            responseCode = "200",
            description = "The sentences.",
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(implementation = StoryResponse.class)),
                @Content(
                        mediaType = MediaType.TEXT_PLAIN_VALUE,
                        schema =
                                @Schema(
                                        type = "string",
                                        description = "A heading, and a line per sentence with its time in UTC."))
            })
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<ResponseEntity<Object>> getStory(
            @ParameterObject StoryQuery query,
            @ParameterObject TimeRangeParameters time,
            @Parameter(hidden = true) ServerWebExchange exchange) {
        TimeRange span = StoryQuery.span(time, this.history.now());
        TextOrJson format = TextOrJson.of(query.format(), exchange.getRequest());
        return this.history
                .query((store) -> this.reader.read(store, span, query.gpus()))
                .map((story) -> StoryResponse.of(story, span, query.lang()))
                .map((story) -> format.respond(story, () -> StoryText.of(story, query.lang(), hostname())))
                .transform(EventLoops::onEventLoop);
    }

    private @Nullable String hostname() {
        Snapshot latest = this.published.snapshot();
        HostSample host = latest == null ? null : latest.host();
        return host == null ? null : host.hostname();
    }
}
