package io.gpulse.history.summary;

import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesSelection;
import io.gpulse.history.TimeRange;
import io.gpulse.history.TimeRangeParameters;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
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
@ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
class HistorySummaryController {

    private static final Duration USUAL_RANGE = Duration.ofHours(24);

    private final HistoryReader reader;
    private final PublishedSnapshots published;
    private final JobNames jobs;
    private final ResponseCache<Key, HistorySummaryResponse> summaries = new ResponseCache<>(System::nanoTime);
    private final ResponseCache<Key, UsageResponse> usages = new ResponseCache<>(System::nanoTime);

    private record Key(
            TimeRange span, @Nullable String gpus, @Nullable UsageBy by) {}

    /** Computes a response. */
    @FunctionalInterface
    private interface Answer<T> {

        /** @param gpus the requested GPUs, by UUID */
        T of(HistoryStore store, Map<String, KnownGpu> gpus, boolean simulated);
    }

    HistorySummaryController(HistoryReader reader, PublishedSnapshots published, JobNames jobs) {
        this.reader = reader;
        this.published = published;
        this.jobs = jobs;
    }

    @GetMapping("/summary")
    @Operation(
            summary = "Time and energy of GPUs",
            description = "For each GPU, in whole minutes: energy, time by occupancy, time by clocks event reason, and"
                    + " percentiles. Without a time span: the last 24 hours. A request causes no call to the"
                    + " driver.")
    @ApiResponse(responseCode = "200", description = "The sums.", useReturnTypeSchema = true)
    Mono<HistorySummaryResponse> getHistorySummary(
            @ParameterObject SpanQuery query, @ParameterObject TimeRangeParameters time) {
        TimeRange span = time.at(this.reader.now(), USUAL_RANGE).aligned(HistorySummary.MINUTE);
        long now = this.reader.now().toEpochMilli();
        Duration every = this.published.every();
        return answer(
                this.summaries,
                new Key(span, query.gpus(), null),
                (store, gpus, simulated) -> new HistorySummary(store, span, now, every)
                        .withPercentiles(store)
                        .of(gpus.values(), simulated));
    }

    @GetMapping("/usage")
    @Operation(
            summary = "Usage by processes and users",
            description = "Processes on GPUs, in whole minutes as `summary`, and sums by user. What is stored is the"
                    + " use in ten minutes: at the ends of the time span, it counts in proportion. The energy of a GPU"
                    + " with several processes is divided by SM utilization where the driver reports it for each."
                    + " Command lines are never stored. Without a time span: the last 24 hours. A request causes no"
                    + " call to the driver.")
    @ApiResponse(responseCode = "200", description = "The usage.", useReturnTypeSchema = true)
    Mono<UsageResponse> getUsage(
            @ParameterObject SpanQuery query,
            @ParameterObject TimeRangeParameters time,
            @ParameterObject OwnerQuery owner) {
        UsageBy by = owner.by();
        TimeRange span = time.at(this.reader.now(), USUAL_RANGE).aligned(HistorySummary.MINUTE);
        return answer(this.usages, new Key(span, query.gpus(), by), (store, gpus, simulated) -> {
            UsageSpan used = new UsageSpan(span.fromMillis(), span.toMillis(), gpus.keySet());
            UsageResponse usage = UsageResponse.of(store.accounting().usage(used), span, gpus, simulated);
            return by == null ? usage : usage.with(owners(store, span, gpus, by));
        });
    }

    private List<OwnerUsageResponse> owners(
            HistoryStore store, TimeRange span, Map<String, KnownGpu> gpus, UsageBy by) {
        UsageSpan used = new UsageSpan(span.fromMillis(), span.toMillis(), gpus.keySet());
        long now = this.reader.now().toEpochMilli();
        HistorySummary summary = new HistorySummary(store, span, now, this.published.every());
        Map<ProcessKey, String> jobs =
                by == UsageBy.JOB ? this.jobs.of(store, store.ledger().processes(used)) : Map.of();
        UsageLedger ledger = by == UsageBy.GPU
                ? UsageLedger.ofGpus(store, used, gpus.values())
                : UsageLedger.of(store, used, (process) -> by.of(process, jobs.get(process.key())));
        return ledger.rows(summary.of(gpus.values(), false).total());
    }

    private <T> Mono<T> answer(ResponseCache<Key, T> cache, Key key, Answer<T> answer) {
        Snapshot latest = this.published.snapshot();
        boolean simulated = latest != null && latest.source().simulated();
        return this.reader.admitted(cache.get(
                key,
                () -> this.reader.read(
                        (store) -> answer.of(store, SeriesSelection.gpus(key.gpus, store.gpus(), latest), simulated))));
    }
}
