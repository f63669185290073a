package io.gpulse.snapshot;

import io.gpulse.device.Snapshot;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** A summary for wall-mounted displays. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "snapshot")
@ApiResponse(responseCode = "406", ref = ProblemResponses.NOT_ACCEPTABLE)
@ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
class SummaryController {

    private static final String EXAMPLE = """
        {"temp":[{"data":["72","72C"],"name":0}],
         "usage":[{"data":["8493","8493Mib/15079Mib"],"name":0}],
         "usedPercent":[{"data":["56.32","56.32%"],"name":0}]}
        """;

    private static final Duration NEXT_TRY = Duration.ofSeconds(10);

    private final LatestSnapshot latest;

    SummaryController(LatestSnapshot latest) {
        this.latest = latest;
    }

    @GetMapping("/summary")
    @Operation(
            summary = "Temperature and memory of each GPU, for a wall display",
            description = "Texts for display. A list omits GPUs whose value is unknown. Without any GPU the response is"
                    + " 503 with the reason.",
            operationId = "getSummary")
    @ApiResponse(
            responseCode = "200",
            description = "The values, by index.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = SummaryResponse.class),
                            examples = @ExampleObject(name = "summary", value = EXAMPLE)))
    SummaryResponse summary() {
        Snapshot snapshot = this.latest.snapshot();
        if (snapshot.gpus().isEmpty()) {
            String reason = snapshot.source().reason();
            throw ProblemException.unavailable(
                    "There are no GPUs to show." + (reason == null ? "" : " " + reason), NEXT_TRY);
        }
        return SummaryResponse.of(snapshot);
    }
}
