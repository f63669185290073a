package io.gpulse.insight.rule;

import io.gpulse.insight.window.GpuWindow;
import io.gpulse.metric.Metric;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The small chart of a finding.
 *
 * @param shade the share of time, in percent, in which a condition held: parts with more than half are shaded; null for
 *     none
 */
public record ChartSpec(
        GpuWindow gpu,
        Metric metric,
        Duration span,
        @Nullable Metric shade) {

    ChartSpec shadedBy(Metric share) {
        return new ChartSpec(this.gpu, this.metric, this.span, share);
    }
}
