package io.gpulse.nvml.probe;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.OptionalDouble;

/** Sums a row over all links of the GPU that are up, which were read before. */
final class LinkSumReader implements ProbeReader<Probe.OverLinks> {

    @Override
    public boolean asksDriver() {
        return false;
    }

    /** @return absent when one of the links does not tell the row, or when none is up */
    @Override
    public Reading read(Probe.OverLinks sum, RowContext row, FieldBatch fields) {
        if (row.known().links().isEmpty()) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        double total = 0;
        int up = 0;
        for (KnownReadings link : row.known().links()) {
            if (!link.isOfLinkDown()) {
                Reading reading = link.of(sum.row());
                OptionalDouble number = reading.number();
                if (number.isEmpty()) {
                    return reading;
                }
                total += number.getAsDouble();
                up++;
            }
        }
        return up > 0 || sum.row() == Metric.LINK_STATE
                ? row.conversion().of(total)
                : Reading.absent(Reason.NOT_SUPPORTED);
    }
}
