package io.gpulse.event;

import io.gpulse.history.TimeRangeParameters;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The log of events. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "events")
class EventController {

    private static final String WHAT = """
        Faults that the driver reported, GPUs that were lost or did not answer, errors of memory and links,
        throttled clocks, processes that started and ended. Each incident is one event, which changes while it
        lasts. Without a time range and `since=`, the events of the last 24 hours are returned. To follow the log,
        pass the `sequence` of the last response as `since=`, or subscribe to `event: gpu-event` of the stream.
        Without a history the log begins at the start of gpulse.
        """;

    private final EventReader reader;

    EventController(EventReader reader) {
        this.reader = reader;
    }

    @GetMapping(path = "/events", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Log of events", description = WHAT)
    @ApiResponse(responseCode = "200", description = "The events.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<EventResponse.Page> listEvents(@ParameterObject EventQuery query, @ParameterObject TimeRangeParameters time) {
        return this.reader.read(query, time);
    }
}
