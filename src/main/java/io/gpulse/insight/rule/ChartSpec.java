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
 * @param area a second metric of the GPU, drawn as an area behind the line; null for none
 */
public record ChartSpec(
        GpuWindow gpu,
        Metric metric,
        Duration span,
        @Nullable Metric shade,
        @Nullable Metric area) {

    ChartSpec shadedBy(Metric share) {
        return new ChartSpec(this.gpu, this.metric, this.span, share, this.area);
    }

    ChartSpec over(Metric other) {
        return new ChartSpec(this.gpu, this.metric, this.span, this.shade, other);
    }
}
