package io.gpulse.history.mark;

import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesSelection;
import io.gpulse.history.TimeRange;
import io.gpulse.history.TimeRangeParameters;
import io.gpulse.history.mark.MarkResponse.MarksResponse;
import io.gpulse.history.sqlite.MarkStore.Mark;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.gpulse.web.body.RateLimiter;
import io.gpulse.web.body.RequestText;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Lists, adds and deletes marks: notes about moments, such as the begin of an epoch. */
@RestController
@RequestMapping(path = "/api/v1/marks")
@Tag(name = "history")
@ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
class MarkController {

    private static final Duration USUAL_RANGE = Duration.ofDays(30);
    private static final int MOST = 1000;
    private static final int LARGEST = 4096;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    private final HistoryReader reader;
    private final HistoryWriter writer;
    private final PublishedSnapshots published;
    private final RateLimiter limiter = new RateLimiter("marks", System::nanoTime);

    MarkController(HistoryReader reader, HistoryWriter writer, PublishedSnapshots published) {
        this.reader = reader;
        this.writer = writer;
        this.published = published;
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Marks", description = "The newest 1000 marks. Without a time span: of the last 30 days.")
    @ApiResponse(responseCode = "200", description = "The marks.", useReturnTypeSchema = true)
    Mono<MarksResponse> listMarks(@ParameterObject TimeRangeParameters time) {
        TimeRange span = time.at(this.reader.now(), USUAL_RANGE);
        return this.reader.query((store) -> {
            List<KnownGpu> gpus = store.gpus();
            List<Mark> marks = store.marks().between(span.fromMillis(), span.toMillis(), MOST);
            return new MarksResponse(
                    marks.stream().map((mark) -> MarkResponse.of(mark, gpus)).toList());
        });
    }

    @PostMapping(
            consumes = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_FORM_URLENCODED_VALUE},
            produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(
            summary = "Add a mark",
            description = "Adds a note about the current moment. Needs the scope `write`. At most 120 marks a minute"
                    + " can be added. The body is JSON, or a form such as `text=epoch+12`.",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = {
                                @Content(
                                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                                        schema = @Schema(implementation = MarkRequest.class)),
                                @Content(
                                        mediaType = MediaType.APPLICATION_FORM_URLENCODED_VALUE,
                                        schema = @Schema(implementation = MarkRequest.Form.class))
                            }))
    @ApiResponse(responseCode = "201", description = "The mark.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    @ApiResponse(responseCode = "413", ref = ProblemResponses.TOO_LARGE)
    @ApiResponse(responseCode = "415", ref = ProblemResponses.UNSUPPORTED_MEDIA_TYPE)
    Mono<ResponseEntity<MarkResponse>> addMark(@Parameter(hidden = true) ServerWebExchange exchange) {
        return RequestText.of(exchange, LARGEST).map(MarkRequest::parse).flatMap(this::add);
    }

    private Mono<ResponseEntity<MarkResponse>> add(MarkRequest request) {
        this.limiter.take();
        long at = this.reader.now().toEpochMilli();
        Snapshot latest = this.published.snapshot();
        String names = request.gpuNames();
        return this.reader
                .query((store) ->
                        names == null ? Map.<String, KnownGpu>of() : SeriesSelection.gpus(names, store.gpus(), latest))
                .flatMap((gpus) -> this.writer.write((store) ->
                        MarkResponse.of(store.marks().add(at, request.text(), gpus.keySet()), gpus.values())))
                .map((mark) -> ResponseEntity.created(URI.create("/api/v1/marks/" + mark.id()))
                        .body(mark));
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Delete a mark", description = "Needs the scope `write`.")
    @ApiResponse(responseCode = "204", description = "The mark is deleted.", content = @Content)
    Mono<Void> deleteMark(
            @Parameter(
                            description = "The id of the mark.",
                            example = "17",
                            schema =
                                    @Schema(
                                            type = "integer",
                                            format = "int64",
                                            minimum = "0",
                                            maximum = "999999999999999"))
                    @PathVariable
                    String id) {
        if (!NUMBER.matcher(id).matches()) {
            return Mono.error(
                    ProblemException.badRequest("id must be a whole number of at most 15 digits, not '" + id + "'."));
        }
        long number = Long.parseLong(id);
        return this.writer
                .write((store) -> store.marks().delete(number))
                .filter((deleted) -> deleted)
                .switchIfEmpty(Mono.error(() -> ProblemException.notFound("There is no mark " + id + ".")))
                .then();
    }
}
