package io.gpulse.view;

import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.web.ProblemException;
import io.gpulse.web.parameter.NameTable;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a view.
 *
 * @param view Rows to show: `core` has those that change from round to round (gauges, states) and the machine's totals,
 *     `full` has all.
 * @param gpus Only these GPUs: indexes, UUIDs or unambiguous beginnings of them, or PCI bus ids, separated by commas.
 *     Values of the machine stay.
 * @param metrics Only these rows, instead of those of the view: keys of the catalogue or globs (`*`, `?`), separated by
 *     commas.
 */
public record ViewQuery(
        View.@Nullable Detail view,

        @Parameter(example = "0,1", schema = @Schema(type = "string", pattern = "[^,\\s]")) @Nullable
        String gpus,

        @Parameter(example = "power.draw,memory.*", schema = @Schema(type = "string", pattern = "[^,\\s]")) @Nullable
        String metrics) {

    /** @throws ProblemException for unknown GPUs and metrics */
    public View resolve(View.Detail otherwise, Optional<Snapshot> latest) {
        View.Detail detail = Objects.requireNonNullElse(this.view, otherwise);
        return new View(
                detail,
                this.gpus == null ? null : selectors(this.gpus, latest.orElseThrow(ProblemException::notYet)),
                this.metrics == null ? detail.metrics() : rows(this.metrics),
                false);
    }

    private static Set<GpuSelector> selectors(String list, Snapshot snapshot) {
        return NameTable.names("gpus", list, "all. Note: " + GpuNames.SPELLINGS).stream()
                .map((name) -> GpuSelector.of(GpuNames.find(name, snapshot)))
                .collect(Collectors.toSet());
    }

    private static Set<Metric> rows(String list) {
        String absence = "all. Note: metrics are keys or globs such as power.draw,memory.*";
        return NameTable.METRICS.findAll("metrics", NameTable.names("metrics", list, absence));
    }
}
