package io.gpulse.prometheus;

import static io.gpulse.web.ContractParts.parameter;
import static io.gpulse.web.ContractParts.typed;

import io.gpulse.web.ContractParts;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.responses.ApiResponse;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.core.Ordered;

/** Describes the scrape in the contract. */
final class MetricsOperation implements OpenApiCustomizer, Ordered {

    private static final String WHAT =
            "The latest snapshot as series; a scrape causes no driver call. The format is the one that `Accept`"
                    + " prefers: Prometheus text, OpenMetrics or protobuf.";

    private static final String METRICS =
            "Only these series: keys of the catalogue, names of series, or globs of either, separated by commas."
                    + " `gpulse_gpu_info` and gpulse's own series are always included.";

    private static final String TEXT = "text/plain;version=0.0.4;charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0;charset=utf-8";
    private static final String PROTOBUF =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

    /** Precedes the customizer that adds the common responses. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void customise(OpenAPI document) {
        String listed = "[^,\\s]";
        ApiResponse series = ContractParts.response("The series.", typed("string"), TEXT, OPEN_METRICS);
        ContractParts.addContent(
                PROTOBUF, new MediaType().schema(typed("string").format("binary")), series);
        Operation scrape = ContractParts.operation("text", "scrape", "Series for Prometheus", WHAT)
                .addParametersItem(parameter("metrics", METRICS, typed("string").pattern(listed))
                        .example("power.draw,memory.*"))
                .addParametersItem(parameter(
                        "name[]",
                        "Same as metrics; the name in Prometheus' own clients.",
                        typed("string").pattern(listed)));
        scrape.getResponses()
                .addApiResponse("200", series)
                .addApiResponse("400", new ApiResponse().$ref(ProblemResponses.BAD_REQUEST));
        document.path("/metrics", new PathItem().get(scrape));
    }
}
