package io.gpulse.status;

import io.gpulse.metric.Metric;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The state of gpulse itself, and the catalogue, as resources. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "about")
class StatusController {

    private static final List<CatalogueEntry> CATALOGUE =
            Arrays.stream(Metric.values()).map(CatalogueEntry::of).toList();

    private final StatusReport report;

    StatusController(StatusReport report) {
        this.report = report;
    }

    @GetMapping("/status")
    @Operation(
            summary = "State of gpulse itself",
            description = "Version, source with its checks and the steps for missing GPUs, rounds, GPUs, stream and"
                    + " history. Available before the first round too.")
    @ApiResponse(responseCode = "200", description = "The status.", useReturnTypeSchema = true)
    StatusResponse getStatus() {
        return this.report.status();
    }

    @GetMapping("/catalogue")
    @Operation(
            summary = "All metrics",
            description = "The keys of `values`, `facts` and `absent`, with unit, meaning and source.")
    @ApiResponse(responseCode = "200", description = "The catalogue.", useReturnTypeSchema = true)
    List<CatalogueEntry> getCatalogue() {
        return CATALOGUE;
    }
}
