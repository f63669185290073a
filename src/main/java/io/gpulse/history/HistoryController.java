package io.gpulse.history;

import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryResponse.SeriesResponse;
import io.gpulse.history.answer.TextPieces;
import io.gpulse.metric.Metric;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.EventLoops;
import io.gpulse.web.ProblemResponses;
import io.gpulse.web.parameter.AcceptedType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.ContentDisposition;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Serves stored series. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "history")
class HistoryController {

    private static final String DESCRIPTION = """
        Minimum, mean and maximum of stored samples, in buckets that begin at multiples of their width. A bucket without
        samples is null, never 0. Buckets of a minute or more are made of stored minutes, those of an hour or more of
        stored hours, which are kept longer than samples. Counters are reported as rates. Without a time span: the last
        hour. A request causes no call to the driver.
        """;

    private static final Duration USUAL_RANGE = Duration.ofHours(1);
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private final HistoryReader reader;
    private final HistoryRecorder recorder;
    private final PublishedSnapshots published;

    HistoryController(HistoryReader reader, HistoryRecorder recorder, PublishedSnapshots published) {
        this.reader = reader;
        this.recorder = recorder;
        this.published = published;
    }

    @GetMapping("/history")
    @Operation(summary = "Stored series", description = DESCRIPTION)
    @ApiResponse(
            responseCode = "200",
            description = "The series.",
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(implementation = HistoryResponse.class)),
                @Content(
                        mediaType = "text/csv",
                        schema =
                                @Schema(
                                        type = "string",
                                        description =
                                                "time,gpu,index,metric,unit,min,avg,max; with metrics of MIG instances"
                                                        + " also mig,profile,since"))
            })
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<Void> getHistory(
            @ParameterObject HistoryQuery query,
            @ParameterObject TimeRangeParameters time,
            @Parameter(hidden = true) ServerWebExchange exchange) {
        Instant now = this.reader.now();
        Snapshot latest = this.published.snapshot();
        TimeRange span = time.at(now, USUAL_RANGE);
        Duration every = latest == null ? Duration.ofSeconds(1) : latest.every();
        WindowQuery buckets = Resolution.of(span, query.points(), every, this.reader.rawSince());
        List<Metric> metrics = SeriesSelection.metrics(query.metrics(), query.mig() != null);
        boolean csv = isCsv(query, exchange);
        return this.recorder
                .flush(buckets.stepMillis(), Instant.ofEpochMilli(buckets.to()))
                .then(this.reader.query((store) -> {
                    Map<String, KnownGpu> gpus = SeriesSelection.gpus(query.gpus(), store.gpus(), latest);
                    HistoryResponse head = HistoryResponse.withoutSeries(buckets, isSimulated(latest));
                    if (csv) {
                        Map<String, KnownGpu> requested = query.gpus() == null ? Map.of() : gpus;
                        nameFile(HistoryFileName.of(metrics, requested, buckets, latest), exchange);
                    }
                    List<Subject> stored = store.instances(buckets.from(), buckets.to());
                    List<Subject> instances = SeriesSelection.instances(query.mig(), stored, gpus);
                    WindowQuery window = SeriesSelection.of(buckets, metrics, gpus, instances);
                    Flux<SeriesResponse> series = series(store.read(window), gpus);
                    return csv ? HistoryText.csv(head, series, window.hasInstances()) : HistoryText.json(head, series);
                }))
                .transform(EventLoops::onEventLoop)
                .flatMap((text) -> {
                    ServerHttpResponse response = exchange.getResponse();
                    response.getHeaders().setContentType(csv ? CSV : MediaType.APPLICATION_JSON);
                    return TextPieces.write(text, response);
                });
    }

    private static boolean isSimulated(@Nullable Snapshot latest) {
        return latest != null && latest.source().simulated();
    }

    private static Flux<SeriesResponse> series(Map<SeriesKey, Buckets> found, Map<String, KnownGpu> gpus) {
        return Flux.fromIterable(found.entrySet()).map((one) -> SeriesResponse.of(one.getKey(), one.getValue(), gpus));
    }

    private static void nameFile(String name, ServerWebExchange exchange) {
        ContentDisposition file = ContentDisposition.attachment().filename(name).build();
        exchange.getResponse().getHeaders().setContentDisposition(file);
    }

    private static boolean isCsv(HistoryQuery query, ServerWebExchange exchange) {
        return query.format() == null
                ? AcceptedType.prefers(CSV, exchange.getRequest())
                : query.format() == HistoryQuery.Format.CSV;
    }
}
