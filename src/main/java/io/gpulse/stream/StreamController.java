package io.gpulse.stream;

import io.gpulse.stream.wire.ChunkWriter;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.stream.wire.StreamFormat;
import io.gpulse.view.CommandLineVisibility;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.SnapshotResponse;
import io.gpulse.view.View;
import io.gpulse.view.ViewQuery;
import io.gpulse.web.LongLivedResponse;
import io.gpulse.web.ProblemResponses;
import io.gpulse.web.gzip.AcceptEncoding;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The stream of snapshots. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "snapshot")
class StreamController {

    private static final String WHAT = """
        An endless response, by default with `view=core`; use `curl -N`. *Try it out* waits for its end and shows
        nothing. It starts with the latest snapshot, and continues with one per round:

        - `event:snapshot` with `id:` (its sequence) and `data:` (a Snapshot on one line);
        - `event:lag` with `data:{"missed":n,"restarted":false}` right before a snapshot when n of them were missed,
          because the client was slow, or disconnected for longer than the replay buffer covers;
          `{"missed":null,"restarted":true}` when the last id is of another process;
        - `event:gpu-event` with an Event of `/api/v1/events`, when an event is new or updated, and
          `event:insight` with an Insight of `/api/v1/insights`, when one starts or ends; both without `id:`, and
          right after the snapshot that caused them;
        - a comment every 15 s.

        A client that reconnects with `Last-Event-ID` receives the snapshots that it missed, as far as the replay
        buffer reaches (5 min), and the newest 1,000 events and insights after the last id (all events:
        `/api/v1/events?since=`). Events with equal `sequence` are the same event.
        A slow client skips the oldest snapshots and does not delay others. With `Accept: application/x-ndjson` each
        snapshot is a line of JSON, a lag is `{"lag":{...}}`, and the heartbeat is an empty line; `events=true` adds
        `{"gpu-event":{...}}` and `{"insight":{...}}`.
        """;

    private static final String SNAPSHOT = "{\"sequence\":1795168801003,\"takenAt\":\"2026-11-20T10:00:01.003Z\",...}";

    private static final String EXAMPLE_EVENTS = "retry: 2000\n\n"
            + "event:lag\ndata:{\"missed\":12,\"restarted\":false}\n\n"
            + "id:1795168801003\nevent:snapshot\ndata:" + SNAPSHOT + "\n\n:\n\n";

    private static final String EXAMPLE_LINES = "{\"lag\":{\"missed\":12,\"restarted\":false}}\n" + SNAPSHOT + "\n";

    private final SnapshotStream stream;
    private final CommandLineVisibility visibility;

    StreamController(SnapshotStream stream, CommandLineVisibility visibility) {
        this.stream = stream;
        this.visibility = visibility;
    }

    @GetMapping(
            path = "/stream",
            produces = {MediaType.TEXT_EVENT_STREAM_VALUE, MediaType.APPLICATION_NDJSON_VALUE})
    @Operation(summary = "Stream of snapshots", description = WHAT)
    @ApiResponse(
            responseCode = "200",
            description = "Endless snapshots.",
            content = {
                @Content(
                        mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                        schema = @Schema(type = "string", description = "Server-Sent Events; `data` is a Snapshot."),
                        examples = @ExampleObject(name = "events", value = EXAMPLE_EVENTS)),
                @Content(
                        mediaType = MediaType.APPLICATION_NDJSON_VALUE,
                        schema = @Schema(implementation = SnapshotResponse.class),
                        examples = @ExampleObject(name = "lines", value = EXAMPLE_LINES))
            })
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<Void> streamSnapshots(
            @ParameterObject ViewQuery query,
            @ParameterObject StreamQuery options,
            @Parameter(description = "Id of the last event received; browsers send it when they reconnect.")
                    @RequestHeader(name = "Last-Event-ID", required = false)
                    @Nullable
                    String lastEventId,
            ServerWebExchange exchange) {
        View requested = query.resolve(View.Detail.CORE, this.stream.latest().map(PublishedSnapshot::snapshot));
        View view = this.visibility.of(requested, exchange);
        boolean gzip = !view.commands()
                && AcceptEncoding.prefersGzip(exchange.getRequest().getHeaders());
        StreamFormat format = format(exchange.getRequest());
        StreamRequest request = new StreamRequest(
                view, format, gzip, options.resumeAfter(lastEventId), options.interval(), options.wantsNotices(format));
        return Mono.defer(() -> respond(request, exchange));
    }

    private Mono<Void> respond(StreamRequest request, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        if (HttpMethod.HEAD.equals(exchange.getRequest().getMethod())) {
            setHead(response.getHeaders(), request);
            return response.setComplete();
        }
        SnapshotStream.Admission admission = this.stream.admit(request, ClientConnection.of(exchange));
        setHead(response.getHeaders(), request);
        return LongLivedResponse.write(
                exchange, () -> ChunkWriter.write(admission.chunks(), response), admission::leave);
    }

    private static void setHead(HttpHeaders headers, StreamRequest request) {
        if (request.gzip()) {
            headers.set(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        LongLivedResponse.setHead(headers, request.format().mediaType());
    }

    private static StreamFormat format(ServerHttpRequest request) {
        return request.getHeaders().getAccept().stream()
                .sorted(Comparator.comparing(MediaType::getQualityValue).reversed())
                .filter((accepted) -> accepted.isConcrete())
                .flatMap((accepted) -> StreamFormat.named(accepted).stream())
                .findFirst()
                .orElse(StreamFormat.EVENTS);
    }
}
