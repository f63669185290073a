package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import java.util.List;

/**
 * A probe with its reader, for one row.
 *
 * @param <P> the kind of probe
 */
public record BoundReader<P extends Probe>(ProbeReader<P> reader, P probe, RowContext row) {

    public Reading read(FieldBatch fields) {
        return this.reader.read(this.probe, this.row, fields);
    }

    /** The field values that it wants in the batch of the round. */
    public List<Probe.Field> fields() {
        return this.reader.fields(this.probe);
    }

    /** Whether the driver answered when it was last read, though perhaps that there is nothing. */
    public boolean isAnswered() {
        return this.reader.isAnswered(this.probe);
    }

    /** Whether a lasting absence is a refusal of the driver. */
    public boolean asksDriver() {
        return this.reader.asksDriver();
    }
}
