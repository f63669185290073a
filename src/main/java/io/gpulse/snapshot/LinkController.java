package io.gpulse.snapshot;

import io.gpulse.view.GpuNames;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The NVLinks of a GPU, in the latest snapshot. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "snapshot")
class LinkController {

    private final LatestSnapshot latest;

    LinkController(LatestSnapshot latest) {
        this.latest = latest;
    }

    @GetMapping("/gpus/{id}/links")
    @Operation(
            summary = "The NVLinks of a GPU",
            description = "State, bandwidth, traffic and errors of each link. A GPU without NVLink, and one whose links"
                    + " are not read yet, has none here; `nvlink.links` of the GPU says which it is.",
            operationId = "listLinksOfGpu")
    @ApiResponse(
            responseCode = "200",
            description = "The links.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = GpuLinksResponse.class)))
    @ApiResponse(responseCode = "400", ref = ProblemResponses.BAD_REQUEST)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    @ApiResponse(responseCode = "406", ref = ProblemResponses.NOT_ACCEPTABLE)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    GpuLinksResponse links(
            @Parameter(
                            description = "Index, UUID or unambiguous beginning of it, or PCI bus id.",
                            example = "0",
                            schema = @Schema(type = "string"))
                    @PathVariable
                    String id,
            @ParameterObject LinkQuery query) {
        return query.of(GpuNames.find(id, this.latest.snapshot()));
    }
}
