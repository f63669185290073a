package io.gpulse.fleet;

import io.gpulse.selection.FreeGoals;
import io.gpulse.selection.Goal;
import io.gpulse.selection.WaitQuery;
import io.gpulse.selection.Waits;
import io.gpulse.web.CallerAccess;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Many machines. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "fleet")
class FleetController {

    private final Fleet fleet;
    private final CallerAccess access;
    private final Waits waits;
    private final FreeGoals offers;

    FleetController(Fleet fleet, CallerAccess access, Waits waits, FreeGoals offers) {
        this.fleet = fleet;
        this.access = access;
        this.waits = waits;
        this.offers = offers;
    }

    @GetMapping(path = "/machine", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(
            summary = "This machine in short",
            description =
                    "Its GPUs with their class, memory and holders, and its alerts: what other gpulses read of it.")
    @ApiResponse(responseCode = "200", description = "The report.", useReturnTypeSchema = true)
    MachineReport getMachine() {
        return this.fleet.local();
    }

    @GetMapping(path = "/fleet", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(
            summary = "Many machines",
            description = "This machine, those of `gpulse.machines`, requested every 5 s, and those of the engine of"
                    + " `gpulse.fleet.prometheus-url`, requested every 15 s, each with its latest report. This request"
                    + " causes none.")
    @ApiResponse(responseCode = "200", description = "The machines.", useReturnTypeSchema = true)
    FleetResponse getFleet(ServerWebExchange exchange) {
        return this.fleet.all(this.access.readsFleet(exchange));
    }

    @GetMapping(path = "/fleet/past", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(
            summary = "The last 12 hours of the GPUs of an engine",
            description = "Class, utilization and owner of each GPU in steps of 6 min, from the engine of"
                    + " `gpulse.fleet.prometheus-url`, which is requested at most once in a step.")
    @ApiResponse(responseCode = "200", description = "The GPUs.", useReturnTypeSchema = true)
    Mono<FleetPastResponse> getPastOfFleet(ServerWebExchange exchange) {
        return this.fleet.past(this.access.readsFleet(exchange));
    }

    @GetMapping("/fleet/free")
    @Operation(
            summary = "Free GPUs of many machines",
            description = "Machines with enough GPUs that are free by the usual conditions of `/api/v1/gpus/free`, by"
                    + " their latest reports, and the GPUs that are held idle. Nothing is held. With `wait` as"
                    + " `/api/v1/gpus/free`.")
    @ApiResponse(
            responseCode = "200",
            description = "The machines.",
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(implementation = FleetFreeResponse.class)),
                @Content(
                        mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                        schema = @Schema(type = "string", description = "Server-Sent Events; `data` is a FleetFree."))
            })
    Mono<ResponseEntity<Object>> findFreeGpusOfFleet(
            @ParameterObject FleetFreeQuery query, @ParameterObject WaitQuery wait, ServerWebExchange exchange) {
        boolean users = this.access.readsFleet(exchange);
        return wait.isUsed()
                ? this.waits.respond(goal(query, users), wait.time(), exchange, FleetController::json)
                : Mono.just(json(this.fleet.free(query, users)));
    }

    private Goal<FleetFreeResponse> goal(FleetFreeQuery query, boolean users) {
        return new Goal<>(
                "free",
                List.of(query, users),
                (round) -> this.fleet.free(query, users, this.offers.taken()),
                FleetFreeResponse::summary,
                (found, round) -> found.machines().isEmpty()
                        ? null
                        : this.offers.offered(found.machines().get(0).chosen(), found),
                (received) -> {});
    }

    private static ResponseEntity<Object> json(Object found) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(found);
    }
}
