package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.UnitConversion;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.ValueType;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All field values that a look wants, in one {@code nvmlDeviceGetFieldValues}. Layout of {@code nvmlFieldValue_t}: 40
 * bytes, id 0, scope 4, time 8, latency 16, type 24, return 28, value 32.
 */
public final class FieldBatch {

    static final String SYMBOL = "nvmlDeviceGetFieldValues";
    public static final int RECORD = 40;
    public static final int SCOPE = 4;
    public static final int TIME = 8;
    public static final int TYPE = 24;
    public static final int RETURN = 28;
    public static final int VALUE = 32;
    static final int NOWHERE = -1;

    private final DriverCalls line;
    private final List<Probe.Field> fields;
    private final Map<Probe.Field, Integer> offsets = new HashMap<>();
    private final CachedCall question;

    FieldBatch(List<Probe.Field> fields, DriverCalls line) {
        this.line = line;
        this.fields = List.copyOf(fields);
        fields.forEach((field) -> this.offsets.putIfAbsent(field, this.offsets.size() * RECORD));
        this.question = line.prepare(call(fields.size()));
    }

    private static Call call(int fields) {
        return new Call(SYMBOL, List.of(fields), Layout.records(RECORD * fields));
    }

    /** Where the record of a field lies; {@link #NOWHERE} when it is not asked in this look. */
    int place(Probe.Field field) {
        return this.offsets.getOrDefault(field, NOWHERE);
    }

    /** What the driver says of one field: every record carries a code of its own. */
    NvmlReturn ask(int offset) {
        if (offset == NOWHERE) {
            return NvmlReturn.NO_DATA;
        }
        if (!this.question.isAskedIn(this.line.look())) {
            fill();
        }
        NvmlReturn said = this.line.ask(this.question).said();
        return said == NvmlReturn.SUCCESS ? this.line.heard(SYMBOL, memory().getInt(offset + RETURN)) : said;
    }

    /** Writes what is asked; the driver may have overwritten it. */
    private void fill() {
        for (int record = 0; record < this.fields.size(); record++) {
            memory().putInt(record * RECORD, this.fields.get(record).id());
            memory().putInt(record * RECORD + SCOPE, this.fields.get(record).scope());
            memory().putInt(record * RECORD + RETURN, NvmlReturn.NO_DATA.code());
        }
    }

    Reading read(int offset, UnitConversion meaning) {
        return type(offset).read(memory(), offset + VALUE, meaning);
    }

    /** What a field says that counts; empty for one that is no counter. */
    Optional<CounterValue> count(int offset) {
        ValueType type = type(offset);
        if (!type.isInteger() || type == ValueType.UNSIGNED_SHORT) {
            return Optional.empty();
        }
        long raw = type.integer(memory(), offset + VALUE);
        return type.isSigned() && raw < 0 ? Optional.empty() : Optional.of(count(raw, bits(type), offset));
    }

    /** A signed counter of 32 bits begins anew below zero, where nobody can tell what it has counted. */
    private static int bits(ValueType type) {
        return type == ValueType.SIGNED_INT ? Long.SIZE : type.bits();
    }

    private ValueType type(int offset) {
        return ValueType.of(memory().getInt(offset + TYPE));
    }

    private CounterValue count(long raw, int bits, int offset) {
        return new CounterValue(raw, bits, memory().getLong(offset + TIME), this.question.answeredAt());
    }

    private ByteBuffer memory() {
        return this.question.answer();
    }
}
