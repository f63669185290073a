package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;

/**
 * The reader of one kind of probe.
 *
 * @param <P> the kind
 */
@FunctionalInterface
interface ProbeReader<P extends Probe> {

    /**
     * Reads a probe for a row. Blocks while the driver answers.
     *
     * @param fields the field values of the round
     */
    Reading read(P probe, RowContext row, FieldBatch fields);
}
