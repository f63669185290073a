package io.gpulse.nvml.probe;

import io.gpulse.metric.UnitConversion;

/**
 * The row that a probe is read for.
 *
 * @param conversion of the probe's value to the row's unit
 * @param known the last readings of the same GPU or link
 */
public record RowContext(UnitConversion conversion, KnownReadings known) {

    /** Returns the highest possible value of the row; infinite where it is not known. */
    double limit() {
        return this.known.limit(this.conversion.spec());
    }
}
