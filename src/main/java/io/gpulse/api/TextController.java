package io.gpulse.api;

import io.gpulse.device.Snapshot;
import io.gpulse.text.TextTable;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The front door for terminals; browsers are shown the dashboard before they get here. */
@RestController
@Tag(name = "text")
class TextController {

    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private static final String EXAMPLE = """
            GPU  Name                   Utilization    Memory used / total       Power
              0  NVIDIA H100 80GB HBM3         53 %    72810 / 81559 MiB    367.20 W
            """;

    private final LatestSnapshot latest;
    private final Feed feed;

    TextController(LatestSnapshot latest, Feed feed) {
        this.latest = latest;
        this.feed = feed;
    }

    // What it answers does not depend on Accept; a browser, which names text/html, is routed to the dashboard.
    @GetMapping("/")
    @Operation(
            summary = "The GPUs as a table",
            description = "For terminals: `curl localhost:8080`. Who accepts `text/html` by name gets the dashboard.",
            operationId = "getTable")
    @ApiResponse(
            responseCode = "200",
            description = "The table.",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_PLAIN_VALUE,
                            schema = @Schema(type = "string", description = "A table of at most 80 columns."),
                            examples = @ExampleObject(name = "table", value = EXAMPLE)))
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    ResponseEntity<String> table() {
        Snapshot snapshot = this.latest.snapshot();
        return ResponseEntity.ok()
                .contentType(TEXT)
                .cacheControl(CacheControl.noStore())
                .varyBy(HttpHeaders.ACCEPT)
                .body(TextTable.of(snapshot, this.feed.status().get().diagnosis()));
    }
}
