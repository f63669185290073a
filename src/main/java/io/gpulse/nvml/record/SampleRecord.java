package io.gpulse.nvml.record;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One {@code nvmlSample_t} in the memory of {@code nvmlDeviceGetSamples}, in which all values have one type.
 *
 * @param start its offset in the memory
 */
public record SampleRecord(ByteBuffer memory, int start) {

    public static final String SYMBOL = "nvmlDeviceGetSamples";

    private static final Layout LAYOUT = Layout.struct().u64("timeStamp", "sampleValue");
    private static final int BYTES = LAYOUT.size();
    private static final int VALUE = LAYOUT.slot("sampleValue").offset();
    private static final String VALUE_TYPE = "sampleValType";

    private static final Layout OF_CALL = call(0, 0).layout();
    private static final int LAST_SEEN_OFFSET =
            OF_CALL.slot(ListSlots.LAST_SEEN).offset();
    private static final int VALUE_TYPE_OFFSET = OF_CALL.slot(VALUE_TYPE).offset();
    private static final int ENTRIES_OFFSET = OF_CALL.slot(ListSlots.ENTRIES).offset();

    /** Returns the call of a kind of samples with room for a number of them. */
    public static Call call(int type, int room) {
        return new Call(
                SYMBOL,
                List.of(type),
                Layout.pointers()
                        .given(ListSlots.LAST_SEEN)
                        .u32(VALUE_TYPE)
                        .room(ListSlots.COUNT, room)
                        .array(ListSlots.ENTRIES, room * BYTES));
    }

    /** Returns the record of this number. */
    public static SampleRecord at(ByteBuffer memory, int number) {
        return new SampleRecord(memory, ENTRIES_OFFSET + number * BYTES);
    }

    /** Requests samples that are newer than the newest that the caller has seen. */
    public static void request(ByteBuffer memory, long lastSeen) {
        memory.putLong(LAST_SEEN_OFFSET, lastSeen);
    }

    public static long lastSeen(ByteBuffer memory) {
        return memory.getLong(LAST_SEEN_OFFSET);
    }

    /** Writes the type of all values, as the driver does. */
    public static void answer(ByteBuffer memory, ValueType type) {
        memory.putInt(VALUE_TYPE_OFFSET, type.ordinal());
    }

    /** Returns when it was sampled, in microseconds since 1970. */
    public long timestamp() {
        return this.memory.getLong(this.start);
    }

    /** Returns the value; empty when its type is unknown. */
    public OptionalDouble value() {
        return ValueType.of(this.memory.getInt(VALUE_TYPE_OFFSET)).number(this.memory, this.start + VALUE);
    }

    /** Writes a sample as the driver does. */
    public void answer(long micros, long value) {
        this.memory.putLong(this.start, micros).putLong(this.start + VALUE, value);
    }
}
