package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.HashMap;
import java.util.Map;

/** The reader of minimum and maximum of the samples that the driver has taken by itself since the last round. */
final class SampleReader implements ProbeReader<Probe.Sampled> {

    private final DriverCalls calls;
    private final Map<Integer, SampleRange> byType = new HashMap<>();

    SampleReader(DriverCalls calls) {
        this.calls = calls;
    }

    @Override
    public Reading read(Probe.Sampled sampled, RowContext row, FieldBatch fields) {
        SampleRange range = this.byType.computeIfAbsent(sampled.type(), (type) -> new SampleRange(type, this.calls));
        NvmlReturn returned = range.returned();
        return returned == NvmlReturn.SUCCESS
                ? row.conversion().of(range.extreme(sampled.extreme()))
                : Reading.absent(returned.reason());
    }
}
