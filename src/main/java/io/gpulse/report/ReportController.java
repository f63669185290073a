package io.gpulse.report;

import io.gpulse.view.PidParameters;
import io.gpulse.web.EventLoops;
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

/** The report of a span. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "history")
class ReportController {

    private final ReportReader reader;

    ReportController(ReportReader reader) {
        this.reader = reader;
    }

    @GetMapping("/report")
    @Operation(
            summary = "Report of a span",
            description = "Energy, utilization, memory, throttling and processes of each GPU over at most a day, exact"
                    + " to the round, with advice. Recent rounds come from memory, older ones from the history. A"
                    + " request causes no call to the driver; one whose span ends now waits for the round that is under"
                    + " way, for 2 s at most.")
    @ApiResponse(responseCode = "200", description = "The report.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<ReportResponse> getReport(@ParameterObject ReportQuery query, @ParameterObject PidParameters pids) {
        return this.reader.report(query, pids).transform(EventLoops::onEventLoop);
    }
}
