package io.gpulse.nvml.read;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import java.util.List;
import java.util.function.Function;

/**
 * The reader of one probe for one row.
 *
 * @param reader reads it, from the field values of the round where it is one of them
 * @param fields the field values that it wants in the batch of the round
 * @param asksDriver whether a lasting absence is a refusal of the driver
 */
record BoundReader(Function<FieldBatch, Reading> reader, List<Probe.Field> fields, boolean asksDriver) {

    static <P extends Probe> BoundReader of(ProbeReader<P> reader, P probe, RowContext row) {
        return new BoundReader((batch) -> reader.read(probe, row, batch), reader.fields(probe), reader.asksDriver());
    }

    Reading read(FieldBatch batch) {
        return this.reader.apply(batch);
    }
}
