package io.gpulse.start;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.web.parameter.NameTable;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of the first answer.
 *
 * @param gpus Only these GPUs: indexes, UUIDs or unambiguous beginnings of them, or PCI bus ids, separated by commas.
 *     Values of the machine stay.
 * @param metrics Metrics of the samples, of GPUs and of the host: keys of the catalogue or globs (`*`, `?`), separated
 *     by commas. Default: utilization, memory, power and temperature.
 * @param range Length of the samples, which end now. Default: `5m`.
 */
record StartQuery(
        @Parameter(example = "0,1", schema = @Schema(type = "string", pattern = "[^,\\s]")) @Nullable
        String gpus,

        @Parameter(example = "power.draw,host.cpu.*", schema = @Schema(type = "string", pattern = "[^,\\s]")) @Nullable
        String metrics,

        @Parameter(example = "15m") @DurationMin(seconds = 1) @DurationMax(hours = 1)
        Duration range) {

    private static final Duration USUAL_RANGE = Duration.ofMinutes(5);
    private static final Set<Metric> USUAL =
            Set.of(Metric.UTILIZATION_GPU, Metric.MEMORY_USED, Metric.POWER_DRAW, Metric.TEMPERATURE_GPU);

    StartQuery {
        range = Objects.requireNonNullElse(range, USUAL_RANGE);
    }

    /** Returns the metrics of a scope, with a number. */
    List<Metric> metrics(Scope scope) {
        Set<Metric> found = this.metrics == null
                ? USUAL
                : NameTable.METRICS.findAll("metrics", NameTable.names("metrics", this.metrics, "the defaults"));
        return found.stream()
                .filter((metric) -> metric.spec().scope() == scope)
                .sorted()
                .toList();
    }
}
