package io.gpulse.snapshot;

import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.view.CommandLineVisibility;
import io.gpulse.view.GpuNames;
import io.gpulse.view.GpuResponse;
import io.gpulse.view.HostResponse;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.view.SnapshotResponse;
import io.gpulse.view.View;
import io.gpulse.view.ViewQuery;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.gpulse.web.gzip.AcceptEncoding;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.ByteBuffer;
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

/** The latest snapshot, whole and in parts. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "snapshot")
@ApiResponse(responseCode = "406", ref = ProblemResponses.NOT_ACCEPTABLE)
@ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
class SnapshotController {

    private final LatestSnapshot latest;
    private final CommandLineVisibility visibility;

    SnapshotController(LatestSnapshot latest, CommandLineVisibility visibility) {
        this.latest = latest;
        this.visibility = visibility;
    }

    @GetMapping("/snapshot")
    @Operation(
            summary = "The latest snapshot",
            description = "By default with `view=full`. A request causes no driver call.",
            operationId = "getSnapshot")
    @ApiResponse(
            responseCode = "200",
            description = "The latest snapshot.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = SnapshotResponse.class)))
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    ResponseEntity<ByteBuffer> snapshot(@ParameterObject ViewQuery query, ServerWebExchange exchange) {
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
    @Operation(
            summary = "All GPUs",
            description = "Identity and latest sample of each GPU in the full view.",
            operationId = "listGpus")
    @ApiResponse(responseCode = "200", description = "The GPUs, by index.", useReturnTypeSchema = true)
    List<GpuResponse> gpus(ServerWebExchange exchange) {
        return SnapshotResponse.of(this.latest.snapshot(), this.visibility.full(exchange))
                .gpus();
    }

    @GetMapping("/gpus/{id}")
    @Operation(
            summary = "One GPU",
            description = "Identity and latest sample in the full view.",
            operationId = "getGpu")
    @ApiResponse(responseCode = "200", description = "The GPU.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    GpuResponse gpu(@GpuId @PathVariable String id, ServerWebExchange exchange) {
        GpuSample found = GpuNames.find(id, this.latest.snapshot());
        return GpuResponse.of(found, this.visibility.full(exchange));
    }

    @GetMapping("/host")
    @Operation(
            summary = "The machine around the GPUs",
            description = "Processors, memory, disks, network and load in the latest round, and the requested number of"
                    + " its busiest processes. A request does not read the machine.",
            operationId = "getHost")
    @ApiResponse(responseCode = "200", description = "The machine.", useReturnTypeSchema = true)
    HostResponse host(@ParameterObject HostQuery query) {
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
                            + " and before its links have been read: `nvlink.links` of the GPU distinguishes the two.",
            operationId = "listLinksOfGpu")
    @ApiResponse(responseCode = "200", description = "The links.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    GpuLinksResponse links(@GpuId @PathVariable String id, @ParameterObject LinkQuery query) {
        return query.of(GpuNames.find(id, this.latest.snapshot()));
    }
}
