package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.library.NvmlReturn;

/** Reads metrics of the GPU performance monitor. */
final class GpmReader implements ProbeReader<Probe.Gpm> {

    private final GpmMetrics metrics;

    GpmReader(GpmMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public Reading read(Probe.Gpm metric, RowContext row, FieldBatch fields) {
        NvmlReturn returned = this.metrics.returned(metric);
        return returned == NvmlReturn.SUCCESS
                ? CounterRates.rate(this.metrics.value(metric), row.conversion())
                : Reading.absent(returned.reason());
    }
}
