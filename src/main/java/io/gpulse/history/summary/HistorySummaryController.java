package io.gpulse.history.summary;

import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesSelection;
import io.gpulse.history.TimeRangeParameters;
import io.gpulse.history.accounting.ProcessSlice;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.history.summary.SpanQuery.Span;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the occupancy and energy of GPUs, and their usage by processes and users. */
@RestController
@RequestMapping(path = "/api/v1/history", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "history")
class HistorySummaryController {

    private final HistoryReader reader;
    private final PublishedSnapshots published;
    private final ResponseCache<Key, HistorySummaryResponse> summaries = new ResponseCache<>(System::nanoTime);
    private final ResponseCache<Key, UsageResponse> usages = new ResponseCache<>(System::nanoTime);

    private record Key(long from, long to, @Nullable String gpus) {}

    HistorySummaryController(HistoryReader reader, PublishedSnapshots published) {
        this.reader = reader;
        this.published = published;
    }

    @GetMapping("/summary")
    @Operation(
            summary = "Time and energy of GPUs",
            description = "For each GPU, in whole minutes: energy, time by occupancy, time by clocks event reason, and"
                    + " percentiles. Without a time span: the last 24 hours. A request causes no call to the"
                    + " driver.",
            operationId = "getHistorySummary")
    @ApiResponse(responseCode = "200", description = "The sums.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "400", ref = ProblemResponses.BAD_REQUEST)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    @ApiResponse(responseCode = "406", ref = ProblemResponses.NOT_ACCEPTABLE)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<HistorySummaryResponse> summary(@ParameterObject SpanQuery query, @ParameterObject TimeRangeParameters time) {
        Span span = Span.of(time, this.reader.now(), HistorySummary.MINUTE);
        Snapshot latest = latest();
        Key key = new Key(span.from(), span.to(), query.gpus());
        return this.reader.admitted(this.summaries.get(
                key,
                () -> this.reader.read((store) -> {
                    Map<String, KnownGpu> gpus = SeriesSelection.gpus(query.gpus(), store.gpus(), latest);
                    return new HistorySummary(store, span).of(gpus.values(), isSimulated(latest));
                })));
    }

    @GetMapping("/usage")
    @Operation(
            summary = "Usage by processes and users",
            description = "Processes on GPUs, in whole tens of minutes, and sums by user. The energy of a GPU with"
                    + " several processes is divided by SM utilization where the driver reports it for each. Command"
                    + " lines are never stored. Without a time span: the last 24 hours. A request causes no call to the"
                    + " driver.",
            operationId = "getUsage")
    @ApiResponse(responseCode = "200", description = "The usage.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "400", ref = ProblemResponses.BAD_REQUEST)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    @ApiResponse(responseCode = "406", ref = ProblemResponses.NOT_ACCEPTABLE)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<UsageResponse> usage(@ParameterObject SpanQuery query, @ParameterObject TimeRangeParameters time) {
        Span span = Span.of(time, this.reader.now(), ProcessSlice.MILLIS);
        Snapshot latest = latest();
        Key key = new Key(span.from(), span.to(), query.gpus());
        return this.reader.admitted(this.usages.get(
                key,
                () -> this.reader.read((store) -> {
                    Map<String, KnownGpu> gpus = SeriesSelection.gpus(query.gpus(), store.gpus(), latest);
                    UsageSpan used = new UsageSpan(span.from(), span.to(), gpus.keySet());
                    return new UsageReport(gpus).of(store.accounting().usage(used), span, isSimulated(latest));
                })));
    }

    private @Nullable Snapshot latest() {
        return this.published.latest().map(PublishedSnapshot::snapshot).orElse(null);
    }

    private static boolean isSimulated(@Nullable Snapshot latest) {
        return latest != null && latest.source().simulated();
    }
}
