package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.library.NvmlReturn;

/** The reader of single bits of a getter's answer. */
final class BitsReader implements ProbeReader<Probe.Bits> {

    private final DriverCalls calls;

    BitsReader(DriverCalls calls) {
        this.calls = calls;
    }

    @Override
    public Reading read(Probe.Bits bits, RowContext row, FieldBatch fields) {
        CachedCall call = this.calls.make(bits.mask().call());
        NvmlReturn returned = this.calls.count(call.returned());
        return returned == NvmlReturn.SUCCESS ? call.read(bits, row.conversion()) : Reading.absent(returned.reason());
    }
}
