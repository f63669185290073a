package io.gpulse.selection;

import io.gpulse.view.LatestSnapshot;
import io.gpulse.web.PlainText;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The search for free GPUs. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "snapshot")
class FreeController {

    private static final String WHAT = """
        A GPU is free when its utilization did not exceed `max-utilization` in the window, it has no process now, enough
        of its memory is free now, it responds, it is not split into MIG instances, its compute mode admits programs,
        and it is not held for a caller (`/api/v1/holds`). Where its processes are unknown, it counts as unused if at
        most 64 MiB of its memory are used. For a GPU that did not respond for some time, the window starts when it
        responds again. Fewer free GPUs than requested are not an error; the status is 503 while no new round is
        published. Nothing is held for this request: simultaneous ones can return the same GPU. A request causes no
        driver call.

        With `wait` the response comes as soon as enough GPUs are free, or when the time is over. With
        `Accept: text/event-stream` there is an event `waiting` at first and when the reasons change, a comment every
        15 s, and at the end an event `free` or `expired`; `data` is a FreeGpus. For 10 s, other requests that wait
        without a hold are not offered the same GPUs.

        With `mig` the response has MIG instances of a profile instead of GPUs. A CUDA program uses one of them.

        This starts a program on two free GPUs, and does not start it when fewer are free:

            gpus=$(curl -fsS 'localhost:8080/api/v1/gpus/free?count=2&format=env') && env $(echo $gpus) python train.py
        """;

    private static final String EXAMPLE_LINE = "CUDA_DEVICE_ORDER=PCI_BUS_ID"
            + " CUDA_VISIBLE_DEVICES=GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77"
            + ",GPU-8f6b2a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b\n";

    private final LatestSnapshot latest;
    private final FreeGoals goals;
    private final Waits waits;

    FreeController(LatestSnapshot latest, FreeGoals goals, Waits waits) {
        this.latest = latest;
        this.goals = goals;
        this.waits = waits;
    }

    @GetMapping("/gpus/free")
    @Operation(summary = "Free GPUs", description = WHAT)
    @ApiResponse(
            responseCode = "200",
            description = "The free GPUs, and the reasons against the others.",
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(implementation = FreeGpusResponse.class)),
                @Content(
                        mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                        schema = @Schema(type = "string", description = "Server-Sent Events; `data` is a FreeGpus.")),
                @Content(
                        mediaType = MediaType.TEXT_PLAIN_VALUE,
                        schema = @Schema(type = "string", description = "With `format=env`: one line."),
                        examples = @ExampleObject(name = "env", value = EXAMPLE_LINE))
            })
    @ApiResponse(
            responseCode = "409",
            description = "With `format=env`: fewer GPUs are free than requested.",
            content = @Content)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    Mono<ResponseEntity<Object>> findFreeGpus(
            @ParameterObject FreeQuery query, @ParameterObject WaitQuery wait, ServerWebExchange exchange) {
        // A client that requests the head alone does not wait.
        return wait.isUsed() && !HttpMethod.HEAD.equals(exchange.getRequest().getMethod())
                ? this.waits.respond(
                        this.goals.offer(query),
                        wait.time(),
                        exchange,
                        (found) -> respond(query, (FreeGpusResponse) found))
                : Mono.just(respond(query, this.goals.now(query, this.latest.newest())));
    }

    private static ResponseEntity<Object> respond(FreeQuery query, FreeGpusResponse found) {
        return query.isForShells()
                ? line(found)
                : ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(found);
    }

    private static ResponseEntity<Object> line(FreeGpusResponse found) {
        if (!found.isEnough()) {
            return ResponseEntity.status(HttpStatus.CONFLICT).build();
        }
        return ResponseEntity.ok().contentType(PlainText.TYPE).body(found.environment() + "\n");
    }
}
