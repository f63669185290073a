package io.gpulse.nvml.probe;

import io.gpulse.metric.UnitConversion;

/**
 * For which row a probe is read.
 *
 * @param conversion of what the probe reads to the row's unit
 * @param known what was last read of the same GPU or link
 */
public record RowContext(UnitConversion conversion, KnownReadings known) {

    /** The most that the row can be; infinite where that is not known. */
    double limit() {
        return this.known.limit(this.conversion.spec());
    }
}
