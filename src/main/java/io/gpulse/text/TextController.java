package io.gpulse.text;

import io.gpulse.device.Snapshot;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.text.table.TextTable;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.view.SnapshotRemark;
import io.gpulse.web.PlainText;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The table for terminals at {@code /}. Browsers are routed to the dashboard before. */
@RestController
@Tag(name = "text")
class TextController {

    private static final String WHAT = """
        For terminals: `curl localhost:8080`. A client that accepts `text/html` by name receives the dashboard.
        Temperatures are in C, `Util` and `SM` are percentages of time, `Power` is the draw and its limit, `Memory`
        is used and total. The text is ASCII. A wider table adds memory utilization, uncorrected ECC errors, MIG,
        compute mode, bus id, clocks, persistence and UUID, as far as they fit. MIG instances have a table of their
        own: `GI` and `CI` are their ids, `Dev` their place on the GPU.
        """;

    private static final String EXAMPLE = """
        gpulse on trn-h100-03                                    2026-11-20 10:00:01 UTC
        Driver 580.95.05, NVML 13.580.95, CUDA 13.0

        GPU  Name                   Temp  Fan  Perf    Power W     Memory MiB   Util
        ----------------------------------------------------------------------------
          0  NVIDIA H100 80GB HBM3  59 C  N/A    P0  629 / 700  72094 / 81559  100 %
          1  NVIDIA H100 80GB HBM3  31 C  N/A    P0   71 / 700      0 / 81559    0 %
        Free: GPU 1 (idle for 60 s, not in use). See /api/v1/gpus/free

        GPU    PID  Type  User   Process  Memory MiB    SM
        --------------------------------------------------
          0  41102  C     mchen  python        72094  97 %
        """;

    private final LatestSnapshot latest;
    private final TextStream texts;
    private final SnapshotFeed feed;
    private final SnapshotRemark free;

    TextController(LatestSnapshot latest, TextStream texts, SnapshotFeed feed, SnapshotRemark free) {
        this.latest = latest;
        this.texts = texts;
        this.feed = feed;
        this.free = free;
    }

    // The response does not depend on Accept, except that a browser (text/html) is routed to the dashboard.
    @GetMapping("/")
    @Operation(summary = "The GPUs as a table", description = WHAT)
    @ApiResponse(
            responseCode = "200",
            description = "The table; with `watch`, an endless sequence of tables.",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_PLAIN_VALUE,
                            schema = @Schema(type = "string", description = "The GPUs and their processes."),
                            examples = @ExampleObject(name = "table", value = EXAMPLE)))
    @ApiResponse(responseCode = "400", ref = ProblemResponses.BAD_REQUEST)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<Void> getTable(@ParameterObject TableQuery query, ServerWebExchange exchange) {
        int width = query.columns();
        boolean repeated = query.isRepeated(exchange.getRequest().getQueryParams());
        TextRequest screens = new TextRequest(
                List.of("table", width),
                TerminalScreen.CLEARED,
                (snapshot) -> TerminalScreen.of(table(snapshot, width)),
                query.interval());
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.setVary(List.of(HttpHeaders.ACCEPT));
        headers.setContentType(PlainText.TYPE);
        return repeated
                ? this.texts.respond(screens, exchange)
                : PlainText.write(table(this.latest.snapshot(), width), exchange.getResponse());
    }

    private String table(Snapshot snapshot, int width) {
        String remark = snapshot.gpus().isEmpty() || this.latest.isStale() ? "" : this.free.of(snapshot);
        return new TextTable(width, this.feed.status().get().diagnosis(), remark).of(snapshot);
    }
}
