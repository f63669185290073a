package io.gpulse.fleet;

import io.gpulse.web.CallerAccess;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Many machines. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "fleet")
class FleetController {

    private final Fleet fleet;
    private final CallerAccess access;

    FleetController(Fleet fleet, CallerAccess access) {
        this.fleet = fleet;
        this.access = access;
    }

    @GetMapping("/machine")
    @Operation(
            summary = "This machine in short",
            description =
                    "Its GPUs with their class, memory and holders, and its alerts: what other gpulses read of it.")
    @ApiResponse(responseCode = "200", description = "The report.", useReturnTypeSchema = true)
    MachineReport getMachine() {
        return this.fleet.local();
    }

    @GetMapping("/fleet")
    @Operation(
            summary = "Many machines",
            description = "This machine, those of `gpulse.machines`, requested every 5 s, and those of the engine of"
                    + " `gpulse.fleet.prometheus-url`, requested every 15 s, each with its latest report. This request"
                    + " causes none.")
    @ApiResponse(responseCode = "200", description = "The machines.", useReturnTypeSchema = true)
    FleetResponse getFleet(ServerWebExchange exchange) {
        return this.fleet.all(this.access.readsFleet(exchange));
    }

    @GetMapping("/fleet/past")
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
                    + " their latest reports, and the GPUs that are held idle. gpulse reserves nothing.")
    @ApiResponse(responseCode = "200", description = "The machines.", useReturnTypeSchema = true)
    FleetFreeResponse findFreeGpusOfFleet(@ParameterObject FleetFreeQuery query, ServerWebExchange exchange) {
        return this.fleet.free(query, this.access.readsFleet(exchange));
    }
}
