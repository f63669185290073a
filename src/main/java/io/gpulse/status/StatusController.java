package io.gpulse.status;

import io.gpulse.metric.Metric;
import io.gpulse.web.gzip.AcceptEncoding;
import io.gpulse.web.gzip.GzipBlock;
import io.gpulse.web.gzip.GzipStream;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import tools.jackson.databind.json.JsonMapper;

/** The state of gpulse itself, and the catalogue, as resources. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "about")
class StatusController {

    private static final List<CatalogueEntry> CATALOGUE =
            Arrays.stream(Metric.values()).map(CatalogueEntry::of).toList();

    private final StatusReport report;
    private final JsonMapper json;

    /** The catalogue, compressed on the first request that accepts it so; null before. */
    private volatile @Nullable ByteBuffer compressed;

    StatusController(StatusReport report, JsonMapper json) {
        this.report = report;
        this.json = json;
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
    @ApiResponse(
            responseCode = "200",
            description = "The catalogue.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            array = @ArraySchema(schema = @Schema(implementation = CatalogueEntry.class))))
    ResponseEntity<Object> getCatalogue(ServerWebExchange exchange) {
        ResponseEntity.BodyBuilder response = ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON);
        return AcceptEncoding.prefersGzip(exchange.getRequest().getHeaders())
                ? response.header(HttpHeaders.CONTENT_ENCODING, "gzip").body(compressed())
                : response.body(CATALOGUE);
    }

    private ByteBuffer compressed() {
        ByteBuffer known = this.compressed;
        if (known == null) {
            known = GzipStream.of(GzipBlock.compress(ByteBuffer.wrap(this.json.writeValueAsBytes(CATALOGUE))));
            this.compressed = known;
        }
        return known.duplicate();
    }
}
