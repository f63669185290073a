package io.gpulse.insight;

import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesSelection;
import io.gpulse.view.PublishedSnapshot;
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
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

/** Lists, adds and deletes silences. */
@RestController
@RequestMapping(path = "/api/v1/silences")
@Tag(name = "snapshot")
class SilenceController {

    private static final String WHAT = """
        Silences in force. An insight that a silence covers is not listed as active, and its beginning is not
        published on the stream; `/api/v1/insights?state=silenced` lists it. Events and Prometheus include it.
        """;
    private static final String ADD = """
        Requires the scope `write`. At most 100 silences can be in force, and at most 120 can be added per minute.
        Each ends at `until`.
        """;
    private static final int LARGEST = 4096;

    private final Silences silences;
    private final SilenceArchive archive;
    private final HistoryReader reader;
    private final PublishedSnapshots published;
    private final RateLimiter limiter = new RateLimiter("silences", System::nanoTime);

    SilenceController(Silences silences, SilenceArchive archive, HistoryReader reader, PublishedSnapshots published) {
        this.silences = silences;
        this.archive = archive;
        this.reader = reader;
        this.published = published;
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Silences in force", description = WHAT)
    @ApiResponse(responseCode = "200", description = "The silences.", useReturnTypeSchema = true)
    Silence.All listSilences() {
        return new Silence.All(this.silences.current());
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(
            summary = "Add a silence",
            description = ADD,
            requestBody =
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                                            schema = @Schema(implementation = SilenceRequest.class))))
    @ApiResponse(responseCode = "201", description = "The silence.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    @ApiResponse(responseCode = "409", ref = ProblemResponses.CONFLICT)
    @ApiResponse(responseCode = "413", ref = ProblemResponses.TOO_LARGE)
    @ApiResponse(responseCode = "415", ref = ProblemResponses.UNSUPPORTED_MEDIA_TYPE)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<ResponseEntity<Silence>> addSilence(@Parameter(hidden = true) ServerWebExchange exchange) {
        return RequestText.of(exchange, LARGEST)
                .map(SilenceRequest::parse)
                .doOnNext((request) -> this.limiter.take())
                .flatMap((request) -> uuid(request.gpu()).flatMap((gpu) -> uncancelled(add(request, gpu))))
                .map((added) -> ResponseEntity.created(URI.create("/api/v1/silences/" + added.id()))
                        .body(added));
    }

    /** Resolves the name of a GPU; the history knows GPUs that are absent. */
    private Mono<Optional<String>> uuid(@Nullable String name) {
        if (name == null) {
            return Mono.just(Optional.empty());
        }
        return this.reader.isOpen()
                ? this.reader.query((store) -> uuid(name, store.gpus()))
                : Mono.fromCallable(() -> uuid(name, List.of()));
    }

    private Optional<String> uuid(String name, List<KnownGpu> stored) {
        Snapshot latest =
                this.published.latest().map(PublishedSnapshot::snapshot).orElse(null);
        List<String> found =
                List.copyOf(SeriesSelection.gpus(name, stored, latest).keySet());
        if (found.size() != 1) {
            throw ProblemException.badRequest("Invalid gpu='" + name + "': must be one GPU.");
        }
        return Optional.of(found.get(0));
    }

    private Mono<Silence> add(SilenceRequest request, Optional<String> gpu) {
        return Mono.defer(() -> {
            Silence added = this.silences.add(request, gpu.orElse(null));
            return this.archive
                    .store()
                    .doOnError((failed) -> this.silences.remove(added.id()))
                    .thenReturn(added);
        });
    }

    /** Completes the work even if the client disconnects, so that the stored silences are those in force. */
    private static <T> Mono<T> uncancelled(Mono<T> work) {
        return Mono.defer(() -> Mono.fromFuture(work.toFuture(), true));
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "End a silence", description = "Requires the scope `write`.")
    @ApiResponse(responseCode = "204", description = "The silence has ended.", content = @Content)
    @ApiResponse(responseCode = "409", ref = ProblemResponses.CONFLICT)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<Void> deleteSilence(
            @Parameter(description = "The id of the silence.", example = "1795168801007") @PathVariable String id) {
        if (this.silences.current().stream().noneMatch((silence) -> silence.id().equals(id))) {
            return Mono.error(ProblemException.notFound("Unknown silence '" + id + "'."));
        }
        if (Silence.isConfigured(id)) {
            return Mono.error(ProblemException.conflict(
                    "Silence " + id + " is configured; remove it from gpulse.insight.silences and restart gpulse."));
        }
        return uncancelled(this.archive.delete(id).doOnSuccess((stored) -> this.silences.remove(id)));
    }
}
