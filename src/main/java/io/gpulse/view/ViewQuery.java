package io.gpulse.view;

import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The part of a snapshot that a request asks for. */
public record ViewQuery(
        @Parameter(
                description = "How much of each GPU: `core` is what moves from round to round (gauges, states) and the"
                        + " machine's totals, `full` is everything.")
        View.@Nullable Detail view,

        @Parameter(
                description = "Only these GPUs: indexes, UUIDs or unambiguous beginnings of one, or PCI bus ids,"
                        + " separated by commas. The machine's figures stay.",
                example = "0,GPU-1a2b",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String gpus,

        @Parameter(
                description =
                        "Only these rows, in place of those of the view: keys of the catalogue or globs (`*`, `?`),"
                                + " separated by commas.",
                example = "power.draw,memory.*",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String metrics) {

    /** @throws ProblemException when it asks for what does not exist */
    public View resolve(View.Detail otherwise, Optional<Snapshot> latest) {
        View.Detail detail = Objects.requireNonNullElse(this.view, otherwise);
        return new View(
                detail,
                this.gpus == null ? null : selectors(this.gpus, latest.orElseThrow(ProblemException::notYet)),
                this.metrics == null ? detail.metrics() : rows(this.metrics),
                false);
    }

    private static Set<GpuSelector> selectors(String asked, Snapshot snapshot) {
        return names("gpus", asked, GpuNames.SPELLINGS).stream()
                .map((name) -> GpuSelector.of(GpuNames.find(name, snapshot)))
                .collect(Collectors.toSet());
    }

    private static Set<Metric> rows(String asked) {
        return MetricNames.findAll(names("metrics", asked, "metrics are keys or globs such as power.draw,memory.*"));
    }

    private static List<String> names(String parameter, String asked, String right) {
        List<String> names = NameList.of(parameter, asked);
        if (names.isEmpty()) {
            throw ProblemException.badRequest(parameter + "= names nothing; " + right + ". Leave it out to get all.");
        }
        return names;
    }
}
