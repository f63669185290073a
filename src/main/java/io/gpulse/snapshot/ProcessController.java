package io.gpulse.snapshot;

import io.gpulse.device.MachineIdentity;
import io.gpulse.device.Snapshot;
import io.gpulse.view.CommandLineVisibility;
import io.gpulse.view.GpuNames;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.view.PidParameters;
import io.gpulse.view.PidSelector;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;

/** The processes on GPUs in the latest snapshot. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "snapshot")
@ApiResponse(responseCode = "406", ref = ProblemResponses.NOT_ACCEPTABLE)
@ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
class ProcessController {

    private final LatestSnapshot latest;
    private final CommandLineVisibility visibility;
    private final MachineIdentity machine;

    ProcessController(LatestSnapshot latest, CommandLineVisibility visibility, MachineIdentity machine) {
        this.latest = latest;
        this.visibility = visibility;
        this.machine = machine;
    }

    @GetMapping("/processes")
    @Operation(
            summary = "Processes on all GPUs",
            description = "The processes on all GPUs with their owners; a process on several GPUs is listed for each."
                    + " `pids` selects only processes whose PID in the namespace is certain. When the list is empty,"
                    + " `processes.running` of each GPU is 0, or absent with a reason.",
            operationId = "listProcesses")
    @ApiResponse(responseCode = "200", description = "The processes.", useReturnTypeSchema = true)
    List<ProcessOnGpuResponse> processes(
            @ParameterObject ProcessQuery query, @ParameterObject PidParameters pids, ServerWebExchange exchange) {
        Snapshot snapshot = this.latest.snapshot();
        return query.of(snapshot.gpus(), this.visibility.full(exchange), pids.selector(origin(snapshot)));
    }

    @GetMapping("/gpus/{id}/processes")
    @Operation(
            summary = "Processes on a GPU",
            description =
                    "The processes on one GPU with their owners. When the list is empty, `processes.running` of the GPU"
                            + " is 0, or absent with a reason.",
            operationId = "listProcessesOfGpu")
    @ApiResponse(responseCode = "200", description = "The processes.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    List<ProcessOnGpuResponse> processesOf(
            @GpuId @PathVariable String id,
            @ParameterObject ProcessQuery query,
            @ParameterObject PidParameters pids,
            ServerWebExchange exchange) {
        Snapshot snapshot = this.latest.snapshot();
        PidSelector selector = pids.selector(origin(snapshot));
        return query.of(List.of(GpuNames.find(id, snapshot)), this.visibility.full(exchange), selector);
    }

    private PidSelector.Origin origin(Snapshot snapshot) {
        return new PidSelector.Origin(this.machine, snapshot.source().simulated());
    }
}
