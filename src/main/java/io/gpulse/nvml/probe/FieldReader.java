package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.FieldValueRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reader of field values. */
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
        FieldValueRecord record = fields.record(field);
        Reason absence = absence(field, record, fields);
        return absence == null ? record.reading(row.conversion()) : Reading.absent(absence);
    }

    /** Returns why a field has no value in this round; null when it has one. */
    @Nullable
    Reason absence(Probe.Field field, FieldValueRecord record, FieldBatch fields) {
        if (!this.numbering.holds(field)) {
            return Reason.DRIVER_TOO_OLD;
        }
        NvmlReturn returned = this.calls.count(fields.returned(record));
        return returned == NvmlReturn.SUCCESS ? null : reason(returned);
    }

    /** Returns the reason of an absence. A driver that does not know a field returns "invalid argument". */
    private static Reason reason(NvmlReturn returned) {
        return returned == NvmlReturn.INVALID_ARGUMENT ? Reason.DRIVER_TOO_OLD : returned.reason();
    }
}
