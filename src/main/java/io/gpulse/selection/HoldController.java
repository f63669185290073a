package io.gpulse.selection;

import io.gpulse.web.CallerAccess;
import io.gpulse.web.ClientAddress;
import io.gpulse.web.PlainText;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
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
        `write`; only its caller renews and releases a hold. At most 64 holds, and 16 of one caller. The conditions are
        those of `/api/v1/gpus/free`.

        With `wait` the response comes as soon as enough GPUs are free; equal requests are answered in the order of
        their arrival, and one for many GPUs does not keep GPUs from those for few. With `Accept: text/event-stream`
        there is an event `waiting` (`data` is a FreeGpus) at first and when the reasons change, a comment every 15 s,
        and at the end an event `hold` (`data` is a Hold) or `expired` (a FreeGpus). With `format=env` the response is
        one line for a shell.
        """;

    private final Holds holds;
    private final FreeGoals goals;
    private final Waits waits;
    private final CallerAccess access;

    HoldController(Holds holds, FreeGoals goals, Waits waits, CallerAccess access) {
        this.holds = holds;
        this.goals = goals;
        this.waits = waits;
        this.access = access;
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
        Holds.Request request = new Holds.Request(
                caller(exchange), this.access.name(exchange).orElseGet(hold::checkedHolder), hold.time(), false);
        return this.waits.respond(this.goals.hold(query, request), wait.time(), exchange, (end) -> respond(query, end));
    }

    /** Returns who holds, renews and releases: the credentials, or the address without any. */
    private String caller(ServerWebExchange exchange) {
        return this.access
                .name(exchange)
                .map((name) -> "user " + name)
                .orElseGet(() -> ClientAddress.of(exchange.getRequest()).network());
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
    @Operation(summary = "Renew a hold", description = "A hold lasts an hour at most.")
    @ApiResponse(responseCode = "200", description = "The hold.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    Hold renewHold(
            @Parameter(description = "The id of the hold.", example = "6f1c2a90d4e8") @PathVariable String id,
            @ParameterObject HoldTime time,
            ServerWebExchange exchange) {
        return this.holds.renew(id, caller(exchange), time.duration()).orElseThrow(() -> unknown(id));
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Release a hold", description = "GPUs without a process are free at once.")
    @ApiResponse(responseCode = "204", description = "The hold has ended.", content = @Content)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    void releaseHold(
            @Parameter(description = "The id of the hold.", example = "6f1c2a90d4e8") @PathVariable String id,
            ServerWebExchange exchange) {
        if (!this.holds.release(id, caller(exchange))) {
            throw unknown(id);
        }
        this.waits.serve();
    }

    private static ProblemException unknown(String id) {
        return ProblemException.notFound("You have no hold '" + id + "': it has ended, or is of another caller.");
    }
}
