package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.FieldValueRecord;
import io.gpulse.nvml.record.ValueType;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All field values of a round, in one {@code nvmlDeviceGetFieldValues}. */
public final class FieldBatch {

    private static final FieldValueRecord NOT_REQUESTED =
            FieldValueRecord.at(ByteBuffer.allocate(FieldValueRecord.BYTES), 0);

    private final DriverCalls calls;
    private final CachedCall call;
    private final Map<Probe.Field, FieldValueRecord> records = new LinkedHashMap<>();

    /** @param fields each of them once */
    public FieldBatch(List<Probe.Field> fields, DriverCalls calls) {
        this.calls = calls;
        this.call = calls.prepare(FieldValueRecord.call(fields.size()));
        for (Probe.Field field : fields) {
            this.records.put(field, FieldValueRecord.at(this.call.answer(), this.records.size()));
        }
    }

    /** Returns the record of a field; one without data when the round does not request it. */
    public FieldValueRecord record(Probe.Field field) {
        return this.records.getOrDefault(field, NOT_REQUESTED);
    }

    /** Returns the return code of a field; makes the call for the first field of the round. */
    @SuppressWarnings("ReferenceEquality") // one shared object is for all fields that are not requested
    public NvmlReturn returned(FieldValueRecord record) {
        if (record == NOT_REQUESTED) {
            return NvmlReturn.NO_DATA;
        }
        if (!this.calls.isMade(this.call)) {
            request();
        }
        NvmlReturn returned = this.calls.make(this.call).returned();
        return returned == NvmlReturn.SUCCESS
                ? this.calls.checked(FieldValueRecord.SYMBOL, record.returnCode())
                : returned;
    }

    /** Writes the requested fields, which the driver may have overwritten. */
    private void request() {
        this.records.forEach((field, record) -> record.request(field.id(), field.scope(), NvmlReturn.NO_DATA.code()));
    }

    /** Returns the value of a field as a counter; null if it is none. */
    public @Nullable CounterValue counter(FieldValueRecord record) {
        ValueType type = record.valueType();
        if (!type.isInteger() || type == ValueType.UNSIGNED_SHORT) {
            return null;
        }
        long raw = record.integer();
        return type.isSigned() && raw < 0
                ? null
                : new CounterValue(raw, bits(type), record.timestamp(), this.call.returnedAt());
    }

    /** Returns the width of a counter. A signed counter of 32 bits is not narrow: it does not wrap to 0. */
    private static int bits(ValueType type) {
        return type == ValueType.SIGNED_INT ? Long.SIZE : type.bits();
    }
}
