package io.gpulse.insight.rule;

import io.gpulse.insight.window.GpuWindow;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * The small chart of a finding.
 *
 * @param shade a metric whose value decides which parts are shaded; null for none
 * @param shaded the condition on the values of that metric
 */
public record ChartSpec(
        GpuWindow gpu,
        Metric metric,
        Duration span,
        @Nullable Metric shade,
        DoublePredicate shaded) {

    ChartSpec shadedBy(Metric other, DoublePredicate condition) {
        return new ChartSpec(this.gpu, this.metric, this.span, other, condition);
    }
}
