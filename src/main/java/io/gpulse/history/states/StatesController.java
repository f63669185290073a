package io.gpulse.history.states;

import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryRecorder;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesSelection;
import io.gpulse.history.TimeRange;
import io.gpulse.history.TimeRangeParameters;
import io.gpulse.history.states.HistoryStates.Request;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.Collection;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the states of GPUs over time. */
@RestController
@RequestMapping(path = "/api/v1/history", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "history")
@ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
class StatesController {

    private static final Duration USUAL_RANGE = Duration.ofMinutes(15);

    /** Maximum number of segments of a response: 3 MB. */
    private static final int MOST_SEGMENTS = 32_000;

    private final HistoryReader reader;
    private final HistoryRecorder recorder;
    private final PublishedSnapshots published;

    StatesController(HistoryReader reader, HistoryRecorder recorder, PublishedSnapshots published) {
        this.reader = reader;
        this.recorder = recorder;
        this.published = published;
    }

    @GetMapping("/states")
    @Operation(
            summary = "States of GPUs over time",
            description = "For each GPU, the segments of the time span in which it was busy, throttled, idle with"
                    + " allocated memory, free, stuck, lost or without samples, and the seconds in each state. Segments"
                    + " begin and end with samples as long as samples are kept. Earlier ones are made of whole minutes:"
                    + " the time span is extended to them, and the order of states within a minute is unknown. If a GPU"
                    + " has more than `points` segments, the worst state wins in a step with several: lost, stuck,"
                    + " no_samples, throttled, held_idle, busy, reserved,"
                    + " free. Without a time span: the last 15 minutes. A"
                    + " request causes no call to the driver.")
    @ApiResponse(responseCode = "200", description = "The states.", useReturnTypeSchema = true)
    Mono<StatesResponse> getStates(@ParameterObject StatesQuery query, @ParameterObject TimeRangeParameters time) {
        TimeRange span = time.at(this.reader.now(), USUAL_RANGE);
        long now = this.reader.now().toEpochMilli();
        Snapshot latest = this.published.snapshot();
        boolean simulated = latest != null && latest.source().simulated();
        long step = span.length().toMillis() / query.points();
        return this.recorder.flush(step, span.to()).then(this.reader.query((store) -> {
            Collection<KnownGpu> gpus =
                    SeriesSelection.gpus(query.gpus(), store.gpus(), latest).values();
            check(gpus.size(), query.points());
            Request request = new Request(gpus, span, query.points(), now, this.published.every());
            return new HistoryStates(store, request).response(simulated);
        }));
    }

    private static void check(int gpus, int points) {
        if ((long) gpus * points > MOST_SEGMENTS) {
            throw ProblemException.badRequest("Too many segments (" + gpus + " GPUs of " + points + " points, limit "
                    + MOST_SEGMENTS + "): request fewer points= or gpus=.");
        }
    }
}
