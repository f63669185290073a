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

/** All field values that a round wants, in one {@code nvmlDeviceGetFieldValues}. */
public final class FieldBatch {

    private static final FieldValueRecord NOT_WANTED =
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

    /** The record of a field; one without data when the round does not want it. */
    public FieldValueRecord record(Probe.Field field) {
        return this.records.getOrDefault(field, NOT_WANTED);
    }

    /** The return code of one field; makes the call if it is the first that is read in the round. */
    public NvmlReturn returned(FieldValueRecord record) {
        if (record == NOT_WANTED) {
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

    /** Writes what is wanted; the driver may have overwritten it. */
    private void request() {
        this.records.forEach((field, record) -> record.request(field.id(), field.scope(), NvmlReturn.NO_DATA.code()));
    }

    /** The value of a field as that of a counter; null for one that is no counter. */
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

    /** A signed counter of 32 bits begins anew below zero, where nobody can tell what it has counted. */
    private static int bits(ValueType type) {
        return type == ValueType.SIGNED_INT ? Long.SIZE : type.bits();
    }
}
