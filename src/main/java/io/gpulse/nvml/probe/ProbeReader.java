package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import java.util.List;

/**
 * Reads one kind of probe.
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

    /** The field values that it wants in the batch of the round. */
    default List<Probe.Field> fields(P probe) {
        return List.of();
    }

    /**
     * Whether the driver answered when the probe was last read, so that an absence is what it said: that there is
     * nothing. A call that failed may yet be answered.
     */
    default boolean isAnswered(P probe) {
        return false;
    }

    /** Whether it asks the driver; what is worked out of other rows may become known with them. */
    default boolean asksDriver() {
        return true;
    }
}
