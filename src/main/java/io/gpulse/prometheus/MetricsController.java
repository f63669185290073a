package io.gpulse.prometheus;

import io.gpulse.web.ProblemResponses;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.Parameters;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** gpulse's own series in the format that the scraper accepts. */
@RestController
@Tag(name = "text")
class MetricsController {

    /** The media type of Prometheus' text format. */
    static final String TEXT = "text/plain;version=0.0.4;charset=utf-8";

    private static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0;charset=utf-8";
    private static final String PROTOBUF =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

    private final ExpositionFormats formats = ExpositionFormats.init();
    private final SnapshotCollector collector;
    private final ScrapeProperties properties;

    MetricsController(SnapshotCollector collector, ScrapeProperties properties) {
        this.collector = collector;
        this.properties = properties;
    }

    @GetMapping("/metrics")
    @Operation(
            operationId = "scrape",
            summary = "Series for Prometheus",
            description = "The latest snapshot as series; a scrape causes no driver call. The format is the one that"
                    + " `Accept` prefers: Prometheus text, OpenMetrics or protobuf.")
    @Parameters({
        @Parameter(
                name = "metrics",
                in = ParameterIn.QUERY,
                description = "Only these series: keys of the catalogue, names of series, or globs of either, separated"
                        + " by commas. `gpulse_gpu_info` and gpulse's own series are always included.",
                example = "power.draw,memory.*",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "name[]",
                in = ParameterIn.QUERY,
                description = "Same as metrics; the name in Prometheus' own clients.",
                schema = @Schema(type = "string", pattern = "[^,\\s]")),
        @Parameter(
                name = "series",
                in = ParameterIn.QUERY,
                description =
                        "How many series: `core` has at most 60 of a GPU and none of a link, without those of states"
                                + " and alerts that are not active; `full`, the default, has all."
                                + " `gpulse.metrics.series` changes the default.",
                schema =
                        @Schema(
                                type = "string",
                                allowableValues = {"core", "full"}))
    })
    @ApiResponse(
            responseCode = "200",
            description = "The series.",
            content = {
                @Content(mediaType = TEXT, schema = @Schema(type = "string")),
                @Content(mediaType = OPEN_METRICS, schema = @Schema(type = "string")),
                @Content(mediaType = PROTOBUF, schema = @Schema(type = "string", format = "binary"))
            })
    @ApiResponse(responseCode = "400", ref = ProblemResponses.BAD_REQUEST)
    ResponseEntity<byte[]> scrape(ServerHttpRequest request) throws IOException {
        ExpositionFormatWriter writer = writer(request.getHeaders().getAccept());
        ByteArrayOutputStream page = new ByteArrayOutputStream(1 << 16);
        writer.write(page, this.collector.collect(SeriesFilter.of(request.getQueryParams(), this.properties.series())));
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType(writer.getContentType()))
                .cacheControl(CacheControl.noStore())
                .varyBy(HttpHeaders.ACCEPT)
                .body(page.toByteArray());
    }

    /** Returns the preferred format; text when none is known. */
    private ExpositionFormatWriter writer(List<MediaType> accepted) {
        return accepted.stream()
                .filter((type) -> type.getQualityValue() > 0)
                // At equal quality, a specific type precedes a wildcard.
                .sorted(Comparator.comparing(MediaType::getQualityValue)
                        .reversed()
                        .thenComparing(MediaType::isWildcardSubtype))
                .map(MediaType::removeQualityValue)
                .flatMap((type) -> writer(type).stream())
                .findFirst()
                .orElseGet(this.formats::getPrometheusTextFormatWriter);
    }

    private Optional<ExpositionFormatWriter> writer(MediaType type) {
        if (type.includes(MediaType.TEXT_PLAIN)) {
            return Optional.of(this.formats.getPrometheusTextFormatWriter());
        }
        return Stream.of(this.formats.getPrometheusProtobufWriter(), this.formats.getOpenMetricsTextFormatWriter())
                .filter((writer) -> writer.isAvailable() && writer.accepts(type.toString()))
                .findFirst();
    }
}
