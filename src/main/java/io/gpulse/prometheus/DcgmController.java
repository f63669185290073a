package io.gpulse.prometheus;

import io.gpulse.device.Snapshot;
import io.gpulse.sampling.Sampler;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The series of GPUs with the names of dcgm-exporter, for boards and rules that exist. */
@RestController
@Tag(name = "text")
class DcgmController {

    private final Sampler sampler;
    private final ScrapeProperties properties;
    private final DcgmPage page;

    DcgmController(Sampler sampler, ScrapeProperties properties, DcgmPage page) {
        this.sampler = sampler;
        this.properties = properties;
        this.page = page;
    }

    @GetMapping("/metrics/dcgm")
    @Operation(
            operationId = "scrapeDcgm",
            summary = "Series with the names of dcgm-exporter",
            description = "The latest snapshot with the names, units and labels of dcgm-exporter's default counters and"
                    + " profiling set, in Prometheus' text format; a scrape causes no driver call. What NVML does not"
                    + " answer is absent. `gpulse.metrics.dcgm` chooses the release.")
    @ApiResponse(
            responseCode = "200",
            description = "The series.",
            content = @Content(mediaType = MetricsController.TEXT, schema = @Schema(type = "string")))
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    ResponseEntity<String> scrape() {
        if (this.properties.release() == DcgmRelease.OFF) {
            throw ProblemException.notFound("The names of dcgm-exporter are switched off by gpulse.metrics.dcgm=off.");
        }
        Snapshot latest = this.sampler.latest().orElse(null);
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType(MetricsController.TEXT))
                .cacheControl(CacheControl.noStore())
                .body(latest == null ? "" : this.page.of(latest));
    }
}
