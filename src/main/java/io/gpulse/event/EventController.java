package io.gpulse.event;

import io.gpulse.history.TimeRangeParameters;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What happened. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "events")
class EventController {

    private static final String WHAT = """
            Faults that the driver reported, GPUs that were lost or did not answer, errors of memory and links, clocks
            that were held back, processes that came and left: one row an incident, which changes while more is learned
            of it. Follow what comes by `since=` and the `sequence` of the answer before, or by `event: gpu-event` of
            the stream. Where nothing is stored it is what happened since gpulse started.
            """;

    private final EventReader reader;

    EventController(EventReader reader) {
        this.reader = reader;
    }

    @GetMapping(path = "/events", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "What happened", description = WHAT, operationId = "listEvents")
    @ApiResponse(
            responseCode = "200",
            description = "The events.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = EventResponse.Page.class)))
    @ApiResponse(responseCode = "400", ref = ProblemResponses.BAD_REQUEST)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    @ApiResponse(responseCode = "406", ref = ProblemResponses.NOT_ACCEPTABLE)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<EventResponse.Page> events(
            @Valid @ParameterObject EventQuery query, @Valid @ParameterObject TimeRangeParameters time) {
        return this.reader.answer(query, time);
    }
}
