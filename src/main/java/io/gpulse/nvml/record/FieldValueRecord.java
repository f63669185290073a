package io.gpulse.nvml.record;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Reading;
import io.gpulse.metric.UnitConversion;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One {@code nvmlFieldValue_t} in the memory of {@code nvmlDeviceGetFieldValues}. The caller writes the field and its
 * scope; the driver writes the value, its type, a time and a return code per field.
 *
 * @param start its offset in the memory
 */
public record FieldValueRecord(ByteBuffer memory, int start) {

    public static final String SYMBOL = "nvmlDeviceGetFieldValues";

    private static final Layout LAYOUT = Layout.struct()
            .u32("fieldId", "scopeId")
            .u64("timestamp", "latencyUsec")
            .u32("valueType", "nvmlReturn")
            .u64("value");

    public static final int BYTES = LAYOUT.size();

    private static final int SCOPE_ID = offset("scopeId");
    private static final int TIMESTAMP = offset("timestamp");
    private static final int LATENCY = offset("latencyUsec");
    private static final int VALUE_TYPE = offset("valueType");
    private static final int NVML_RETURN = offset("nvmlReturn");
    private static final int VALUE = offset("value");

    /** Returns a call with room for this number of records. */
    public static Call call(int records) {
        return new Call(SYMBOL, List.of(records), Layout.records(BYTES * records));
    }

    /** Returns the record of this number. */
    public static FieldValueRecord at(ByteBuffer memory, int number) {
        return new FieldValueRecord(memory, number * BYTES);
    }

    public static int offset(String member) {
        return LAYOUT.slot(member).offset();
    }

    /** Requests a field; the record has this code until the driver writes it. */
    public void request(int fieldId, int scopeId, int code) {
        this.memory
                .putInt(this.start, fieldId)
                .putInt(this.start + SCOPE_ID, scopeId)
                .putInt(this.start + NVML_RETURN, code);
    }

    public int fieldId() {
        return this.memory.getInt(this.start);
    }

    public int scopeId() {
        return this.memory.getInt(this.start + SCOPE_ID);
    }

    /** Returns when the driver sampled it, in microseconds since 1970; 0 when it is not known. */
    public long timestamp() {
        return this.memory.getLong(this.start + TIMESTAMP);
    }

    public ValueType valueType() {
        return ValueType.of(this.memory.getInt(this.start + VALUE_TYPE));
    }

    public int returnCode() {
        return this.memory.getInt(this.start + NVML_RETURN);
    }

    /** Returns the value of an integer type in 64 bits. */
    public long integer() {
        return valueType().integer(this.memory, this.start + VALUE);
    }

    /** Converts the value to a reading of a row. */
    public Reading reading(UnitConversion conversion) {
        return valueType().read(this.memory, this.start + VALUE, conversion);
    }

    /** Writes a number, as the driver does. */
    public void answer(ValueType type, Number value, long micros) {
        conclude(0, micros);
        this.memory.putInt(this.start + VALUE_TYPE, type.ordinal());
        if (type == ValueType.DOUBLE) {
            this.memory.putDouble(this.start + VALUE, value.doubleValue());
        } else {
            this.memory.putLong(this.start + VALUE, value.longValue());
        }
    }

    /** Writes that there is no value, as the driver does. */
    public void refuse(int code, long micros) {
        conclude(code, micros);
        this.memory.putLong(this.start + VALUE, 0);
    }

    private void conclude(int code, long micros) {
        this.memory
                .putLong(this.start + TIMESTAMP, micros)
                .putLong(this.start + LATENCY, 0)
                .putInt(this.start + NVML_RETURN, code);
    }
}
