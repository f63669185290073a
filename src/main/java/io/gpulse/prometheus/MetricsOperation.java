package io.gpulse.prometheus;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springdoc.core.annotations.RouterOperation;
import org.springdoc.core.annotations.RouterOperations;
import org.springframework.web.bind.annotation.RequestMethod;

/** Describes the scrape in the contract. */
@RouterOperations(
        @RouterOperation(
                path = "/metrics",
                method = RequestMethod.GET,
                operation =
                        @Operation(
                                operationId = "scrape",
                                tags = "text",
                                summary = "Series for Prometheus",
                                description = MetricsOperation.WHAT,
                                parameters = {
                                    @Parameter(
                                            name = "metrics",
                                            in = ParameterIn.QUERY,
                                            description = MetricsOperation.METRICS,
                                            example = "power.draw,memory.*",
                                            schema = @Schema(type = "string", pattern = "[^,\\s]")),
                                    @Parameter(
                                            name = "name[]",
                                            in = ParameterIn.QUERY,
                                            description = "Same as metrics; the name in Prometheus' own clients.",
                                            schema = @Schema(type = "string", pattern = "[^,\\s]"))
                                },
                                responses = {
                                    @ApiResponse(
                                            responseCode = "200",
                                            description = "The series.",
                                            content = {
                                                @Content(
                                                        mediaType = MetricsOperation.TEXT,
                                                        schema = @Schema(type = "string")),
                                                @Content(
                                                        mediaType = MetricsOperation.OPEN_METRICS,
                                                        schema = @Schema(type = "string")),
                                                @Content(
                                                        mediaType = MetricsOperation.PROTOBUF,
                                                        schema = @Schema(type = "string", format = "binary"))
                                            }),
                                    @ApiResponse(responseCode = "400", ref = "#/components/responses/BadRequest")
                                })))
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface MetricsOperation {

    String WHAT = "The latest snapshot as series; a scrape causes no driver call. The format is the one that `Accept`"
            + " prefers: Prometheus text, OpenMetrics or protobuf.";

    String METRICS =
            "Only these series: keys of the catalogue, names of series, or globs of either, separated by commas."
                    + " `gpulse_gpu_info` and gpulse's own series are always included.";

    String TEXT = "text/plain;version=0.0.4;charset=utf-8";

    String OPEN_METRICS = "application/openmetrics-text;version=1.0.0;charset=utf-8";

    String PROTOBUF = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";
}
