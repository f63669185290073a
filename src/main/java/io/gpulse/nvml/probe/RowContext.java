package io.gpulse.nvml.probe;

import io.gpulse.metric.UnitConversion;
import java.util.OptionalDouble;

/**
 * For which row a probe is read.
 *
 * @param conversion of what the probe reads to the row's unit
 * @param known what was last read of the same GPU or link
 */
public record RowContext(UnitConversion conversion, KnownReadings known) {

    /** The most that the row can be, where that is known. */
    OptionalDouble limit() {
        return this.known.limit(this.conversion.spec());
    }
}
