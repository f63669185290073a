package io.gpulse.nvml.read;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.FieldValueRecord;
import java.util.List;
import java.util.function.Function;

/** Reads field values. */
final class FieldReader implements ProbeReader<Probe.Field> {

    private final DriverCalls calls;
    private final FieldNumbering numbering;

    FieldReader(DriverCalls calls, FieldNumbering numbering) {
        this.calls = calls;
        this.numbering = numbering;
    }

    @Override
    public List<Probe.Field> fields(Probe.Field field) {
        return this.numbering.holds(field) ? List.of(field) : List.of();
    }

    @Override
    public Reading read(Probe.Field field, RowContext row, FieldBatch fields) {
        return read(field, fields, (record) -> record.reading(row.conversion()));
    }

    /** Reads the record of a field if the driver gave it a value. */
    Reading read(Probe.Field field, FieldBatch fields, Function<FieldValueRecord, Reading> reading) {
        if (!this.numbering.holds(field)) {
            return Reading.absent(Reason.DRIVER_TOO_OLD);
        }
        FieldValueRecord record = fields.record(field);
        NvmlReturn returned = this.calls.count(fields.returned(record));
        return returned == NvmlReturn.SUCCESS ? reading.apply(record) : Reading.absent(reason(returned));
    }

    /** A driver that does not know a field calls it an invalid argument. */
    private static Reason reason(NvmlReturn returned) {
        return returned == NvmlReturn.INVALID_ARGUMENT ? Reason.DRIVER_TOO_OLD : returned.reason();
    }
}
