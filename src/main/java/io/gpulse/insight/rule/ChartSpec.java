package io.gpulse.insight.rule;

import io.gpulse.insight.window.GpuWindow;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * A small chart that shows what a rule says.
 *
 * @param shade a row whose value decides what is shaded; null for none
 * @param shaded of the values of that row
 */
public record ChartSpec(
        GpuWindow gpu,
        Metric metric,
        Duration span,
        @Nullable Metric shade,
        DoublePredicate shaded) {

    static ChartSpec of(GpuWindow gpu, Metric metric, Duration span) {
        return new ChartSpec(gpu, metric, span, null, (value) -> false);
    }

    ChartSpec shadedBy(Metric row, DoublePredicate holds) {
        return new ChartSpec(this.gpu, this.metric, this.span, row, holds);
    }
}
