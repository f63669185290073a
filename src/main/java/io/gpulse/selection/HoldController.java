package io.gpulse.selection;

import io.gpulse.web.CallerAccess;
import io.gpulse.web.ClientAddress;
import io.gpulse.web.PlainText;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.gpulse.web.body.RateLimiter;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Holds free GPUs for callers. */
@RestController
@RequestMapping("/api/v1/holds")
@Tag(name = "snapshot")
class HoldController {

    private static final String ADD = """
        Holds free GPUs for a program that starts: they are not free for others until a new process is on them, the
        time is over, or the hold is released. Nothing is blocked or ended, and nothing outlives gpulse. Needs the scope
        `write`. At most 64 holds, 16 of one caller, and 120 new ones a minute. The conditions are those of
        `/api/v1/gpus/free`.

        With `wait` the response comes as soon as enough GPUs are free; equal requests are answered in the order of
        their arrival. With `Accept: text/event-stream` there is an event `waiting` (`data` is a FreeGpus) at first and
        when the reasons change, a comment every 15 s, and at the end an event `hold` (`data` is a Hold) or `expired`
        (a FreeGpus). With `format=env` the response is one line for a shell.
        """;

    private final Holds holds;
    private final FreeGoals goals;
    private final Waits waits;
    private final CallerAccess access;
    private final RateLimiter limiter = new RateLimiter("holds", System::nanoTime);

    HoldController(Holds holds, FreeGoals goals, Waits waits, CallerAccess access) {
        this.holds = holds;
        this.goals = goals;
        this.waits = waits;
        this.access = access;
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Holds in force", description = "Free GPUs that are held for callers.")
    @ApiResponse(responseCode = "200", description = "The holds.", useReturnTypeSchema = true)
    Hold.All listHolds() {
        return new Hold.All(this.holds.all());
    }

    @PostMapping
    @Operation(summary = "Hold free GPUs", description = ADD)
    @ApiResponse(
            responseCode = "201",
            description = "The hold.",
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(implementation = Hold.class)),
                @Content(
                        mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                        schema = @Schema(type = "string", description = "Server-Sent Events, with the status 200.")),
                @Content(
                        mediaType = MediaType.TEXT_PLAIN_VALUE,
                        schema = @Schema(type = "string", description = "With `format=env`: one line."))
            })
    @ApiResponse(responseCode = "409", ref = ProblemResponses.CONFLICT)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<ResponseEntity<Object>> addHold(
            @ParameterObject FreeQuery query,
            @ParameterObject HoldQuery hold,
            @ParameterObject WaitQuery wait,
            ServerWebExchange exchange) {
        String network = ClientAddress.of(exchange.getRequest()).network();
        Holds.Request request = this.access
                .name(exchange)
                .map((caller) -> new Holds.Request("user " + caller, caller, hold.time(), false))
                .orElse(new Holds.Request(network, hold.checkedHolder(), hold.time(), false));
        this.limiter.take();
        this.holds.requireRoom(request.caller());
        return this.waits.respond(this.goals.hold(query, request), wait.time(), exchange, (end) -> respond(query, end));
    }

    private static ResponseEntity<Object> respond(FreeQuery query, Object end) {
        if (!(end instanceof Hold hold)) {
            throw ProblemException.conflict(((FreeGpusResponse) end).shortage());
        }
        ResponseEntity.BodyBuilder created = ResponseEntity.created(URI.create("/api/v1/holds/" + hold.id()));
        return query.isForShells()
                ? created.contentType(PlainText.TYPE).body(hold.environment() + "\n")
                : created.contentType(MediaType.APPLICATION_JSON).body(hold);
    }

    @PutMapping(path = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Renew a hold", description = "A hold lasts an hour at most. Needs the scope `write`.")
    @ApiResponse(responseCode = "200", description = "The hold.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    Hold renewHold(
            @Parameter(description = "The id of the hold.", example = "6f1c2a90d4e8") @PathVariable String id,
            @ParameterObject HoldTime time) {
        return this.holds.renew(id, time.duration()).orElseThrow(() -> unknown(id));
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Release a hold", description = "Needs the scope `write`.")
    @ApiResponse(responseCode = "204", description = "The hold has ended.", content = @Content)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    void releaseHold(
            @Parameter(description = "The id of the hold.", example = "6f1c2a90d4e8") @PathVariable String id) {
        if (!this.holds.release(id)) {
            throw unknown(id);
        }
        this.waits.onRelease();
    }

    private static ProblemException unknown(String id) {
        return ProblemException.notFound("There is no hold '" + id + "': it has ended, or never began.");
    }
}
