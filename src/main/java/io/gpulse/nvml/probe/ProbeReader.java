package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import java.util.List;

/**
 * The reader of one kind of probe.
 *
 * @param <P> the kind
 */
interface ProbeReader<P extends Probe> {

    /**
     * Reads a probe for a row. Blocks while the driver answers.
     *
     * @param fields the field values of the round
     */
    Reading read(P probe, RowContext row, FieldBatch fields);

    /** Returns the field values that it needs in the batch of the round. */
    default List<Probe.Field> fields(P probe) {
        return List.of();
    }

    /**
     * Returns whether the driver's last call for the probe succeeded, so that an absence is its answer. A call that
     * failed may succeed later.
     */
    default boolean isAnswered(P probe) {
        return false;
    }

    /** Returns whether it calls the driver; a value computed from other rows may become known with them. */
    default boolean callsDriver() {
        return true;
    }
}
