package io.gpulse.event;

import io.gpulse.device.Snapshot;
import io.gpulse.event.text.Advice;
import io.gpulse.event.text.EventText;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesSelection;
import io.gpulse.history.TimeRange;
import io.gpulse.history.TimeRangeParameters;
import io.gpulse.history.sqlite.EventStore.Criteria;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Reads events from memory and from the history: the latest version of each event, once. */
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

    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final EventLog log;
    private final EventReader reader;
    private final HistoryReader history;
    private final PublishedSnapshots published;

    EventController(EventLog log, HistoryReader history, PublishedSnapshots published) {
        this.log = log;
        this.reader = new EventReader(log);
        this.history = history;
        this.published = published;
    }

    @GetMapping(path = "/events", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Log of events", description = WHAT)
    @ApiResponse(responseCode = "200", description = "The events.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<EventResponse.Page> listEvents(@ParameterObject EventQuery query, @ParameterObject TimeRangeParameters time) {
        TimeRange span = query.span(time, this.history.now());
        Set<String> kinds = query.wantedKinds();
        return this.history.isOpen()
                ? this.history.query((store) -> read(query, criteria(query, span, kinds, store.gpus()), store))
                : Mono.fromCallable(() -> read(query, criteria(query, span, kinds, List.of()), null));
    }

    private Criteria criteria(EventQuery query, TimeRange span, Set<String> kinds, List<KnownGpu> stored) {
        Snapshot latest =
                this.published.latest().map(PublishedSnapshot::snapshot).orElse(null);
        Set<String> gpus = query.gpus() == null
                ? Set.of()
                : SeriesSelection.gpus(query.gpus(), stored, latest).keySet();
        return new Criteria(
                span.from().toEpochMilli(),
                span.to().toEpochMilli(),
                query.before() == null ? NO_LIMIT : query.before(),
                kinds,
                query.wantedSeverities(),
                gpus);
    }

    private EventResponse.Page read(EventQuery query, Criteria criteria, @Nullable HistoryStore store) {
        long sequence = this.log.highestSequence();
        List<GpuEvent> events = this.reader.read(criteria, query.since(), query.limit() + 1, store).stream()
                .map(LoggedEvent::event)
                .toList();
        Map<Long, Advice> active = EventText.advice(this.log.active(now()));
        return page(query, events, active, sequence);
    }

    /** Returns the time of the latest round, the clock of rules. */
    private Instant now() {
        return this.published
                .latest()
                .map((latest) -> latest.snapshot().takenAt())
                .orElseGet(this.history::now);
    }

    private static EventResponse.Page page(
            EventQuery query, List<GpuEvent> events, Map<Long, Advice> active, long sequence) {
        boolean changes = query.since() != null;
        Comparator<GpuEvent> order = changes
                ? Comparator.comparingLong(GpuEvent::sequence)
                : Comparator.comparingLong(GpuEvent::id).reversed();
        List<GpuEvent> all = events.stream().sorted(order).toList();
        List<GpuEvent> selected = all.subList(0, Math.min(all.size(), query.limit()));
        GpuEvent last = selected.size() < all.size() ? selected.get(selected.size() - 1) : null;
        Long next = last == null ? null : Long.valueOf(changes ? last.sequence() : last.id());
        return new EventResponse.Page(
                selected.stream()
                        .flatMap((event) ->
                                EventText.readable(event, active).map((text) -> EventResponse.of(event, text)).stream())
                        .toList(),
                next,
                sequence);
    }
}
