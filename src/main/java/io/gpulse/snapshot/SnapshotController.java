package io.gpulse.snapshot;

import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.MachineIdentity;
import io.gpulse.device.Snapshot;
import io.gpulse.view.CommandLineVisibility;
import io.gpulse.view.GpuNames;
import io.gpulse.view.GpuResponse;
import io.gpulse.view.HostResponse;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.view.PidParameters;
import io.gpulse.view.PidSelector;
import io.gpulse.view.SnapshotResponse;
import io.gpulse.view.View;
import io.gpulse.view.ViewQuery;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.gpulse.web.gzip.AcceptEncoding;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;

/** The latest snapshot, whole and in parts, and its summary for wall-mounted displays. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "snapshot")
@ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
class SnapshotController {

    private static final Duration NEXT_TRY = Duration.ofSeconds(10);

    private final LatestSnapshot latest;
    private final CommandLineVisibility visibility;
    private final MachineIdentity machine;

    SnapshotController(LatestSnapshot latest, CommandLineVisibility visibility, MachineIdentity machine) {
        this.latest = latest;
        this.visibility = visibility;
        this.machine = machine;
    }

    @GetMapping("/snapshot")
    @Operation(
            summary = "The latest snapshot",
            description = "By default with `view=full`. A request causes no driver call.")
    @ApiResponse(
            responseCode = "200",
            description = "The latest snapshot.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = SnapshotResponse.class)))
    ResponseEntity<ByteBuffer> getSnapshot(@ParameterObject ViewQuery query, ServerWebExchange exchange) {
        View view = this.visibility.of(this.latest.view(query), exchange);
        Optional<ByteBuffer> gzip =
                AcceptEncoding.prefersGzip(exchange.getRequest().getHeaders())
                        ? this.latest.gzip(view)
                        : Optional.empty();
        ResponseEntity.BodyBuilder response = ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON);
        gzip.ifPresent((bytes) -> response.header(HttpHeaders.CONTENT_ENCODING, "gzip"));
        return response.body(gzip.orElseGet(() -> this.latest.json(view)));
    }

    @GetMapping("/gpus")
    @Operation(summary = "All GPUs", description = "Identity and latest sample of each GPU in the full view.")
    @ApiResponse(responseCode = "200", description = "The GPUs, by index.", useReturnTypeSchema = true)
    List<GpuResponse> listGpus(ServerWebExchange exchange) {
        View view = this.visibility.full(exchange);
        return this.latest.snapshot().gpus().stream()
                .map((gpu) -> GpuResponse.of(gpu, view))
                .toList();
    }

    @GetMapping("/gpus/{id}")
    @Operation(summary = "One GPU", description = "Identity and latest sample in the full view.")
    @ApiResponse(responseCode = "200", description = "The GPU.", useReturnTypeSchema = true)
    GpuResponse getGpu(@GpuId @PathVariable String id, ServerWebExchange exchange) {
        GpuSample found = GpuNames.find(id, this.latest.snapshot());
        return GpuResponse.of(found, this.visibility.full(exchange));
    }

    @GetMapping("/host")
    @Operation(
            summary = "The machine around the GPUs",
            description = "Processors, memory, disks, network and load in the latest round, and the requested number of"
                    + " its busiest processes. A request does not read the machine.")
    @ApiResponse(responseCode = "200", description = "The machine.", useReturnTypeSchema = true)
    HostResponse getHost(@ParameterObject HostQuery query) {
        Snapshot snapshot = this.latest.snapshot();
        HostSample host = snapshot.host();
        if (host == null) {
            throw ProblemException.notYet();
        }
        return HostResponse.of(host.with(query.pick(host.processes())), View.FULL);
    }

    @GetMapping("/gpus/{id}/links")
    @Operation(
            summary = "The NVLinks of a GPU",
            description =
                    "State, bandwidth, traffic and errors of each link. The list is empty for a GPU without NVLink,"
                            + " and before its links have been read: `nvlink.links` of the GPU distinguishes the two.")
    @ApiResponse(responseCode = "200", description = "The links.", useReturnTypeSchema = true)
    GpuLinksResponse listLinksOfGpu(@GpuId @PathVariable String id, @ParameterObject LinkQuery query) {
        return query.of(GpuNames.find(id, this.latest.snapshot()));
    }

    @GetMapping("/gpus/{id}/mig")
    @Operation(
            summary = "The MIG instances of a GPU",
            description =
                    "Memory, activity, engines and processes of each instance. The list is empty for a GPU that is not"
                            + " split into instances, before they have been read, and while the GPU does not answer:"
                            + " the state of the GPU and its `mig.mode.current` distinguish these.")
    @ApiResponse(responseCode = "200", description = "The instances.", useReturnTypeSchema = true)
    GpuMigResponse listMigOfGpu(@GpuId @PathVariable String id) {
        return GpuMigResponse.of(GpuNames.find(id, this.latest.snapshot()));
    }

    @GetMapping("/summary")
    @Operation(
            summary = "Temperature and memory of each GPU, for a wall display",
            description = "Texts for display. A list omits GPUs whose value is unknown. Without any GPU the response is"
                    + " 503 with the reason.")
    @ApiResponse(
            responseCode = "200",
            description = "The values, by index.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = SummaryResponse.class),
                            examples = @ExampleObject(name = "summary", value = SummaryResponse.EXAMPLE)))
    SummaryResponse getSummary() {
        Snapshot snapshot = this.latest.snapshot();
        if (snapshot.gpus().isEmpty()) {
            String reason = snapshot.source().reason();
            throw ProblemException.unavailable(
                    "There are no GPUs to show." + (reason == null ? "" : " " + reason), NEXT_TRY);
        }
        return SummaryResponse.of(snapshot);
    }

    @GetMapping("/processes")
    @Operation(
            summary = "Processes on all GPUs",
            description = "The processes on all GPUs with their owners; a process on several GPUs is listed for each."
                    + " `pids` selects only processes whose PID in the namespace is certain. When the list is empty,"
                    + " `processes.running` of each GPU is 0, or absent with a reason.")
    @ApiResponse(responseCode = "200", description = "The processes.", useReturnTypeSchema = true)
    List<ProcessOnGpuResponse> listProcesses(
            @ParameterObject ProcessQuery query, @ParameterObject PidParameters pids, ServerWebExchange exchange) {
        Snapshot snapshot = this.latest.snapshot();
        return query.of(snapshot.gpus(), this.visibility.full(exchange), pids.selector(origin(snapshot)));
    }

    @GetMapping("/gpus/{id}/processes")
    @Operation(
            summary = "Processes on a GPU",
            description =
                    "The processes on one GPU with their owners. When the list is empty, `processes.running` of the GPU"
                            + " is 0, or absent with a reason.")
    @ApiResponse(responseCode = "200", description = "The processes.", useReturnTypeSchema = true)
    List<ProcessOnGpuResponse> listProcessesOfGpu(
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
