package io.gpulse.nvml;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All field values that a look wants, in one {@code nvmlDeviceGetFieldValues}. Layout of {@code nvmlFieldValue_t}: 40
 * bytes, id 0, scope 4, time 8, latency 16, type 24, return 28, value 32.
 */
final class FieldBatch {

    static final String SYMBOL = "nvmlDeviceGetFieldValues";
    static final int RECORD = 40;
    static final int SCOPE = 4;
    static final int TIME = 8;
    static final int TYPE = 24;
    static final int RETURN = 28;
    static final int VALUE = 32;
    static final int NOWHERE = -1;

    private final Line line;
    private final List<Probe.Field> fields;
    private final Map<Probe.Field, Integer> offsets = new HashMap<>();
    private final Question question;

    FieldBatch(List<Probe.Field> fields, Line line) {
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

    Reading read(int offset, Meaning meaning) {
        return type(offset).read(memory(), offset + VALUE, meaning);
    }

    /** What a field says that counts; empty for one that is no counter. */
    Optional<Count> count(int offset) {
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

    private Count count(long raw, int bits, int offset) {
        return new Count(raw, bits, memory().getLong(offset + TIME), this.question.answeredAt());
    }

    private ByteBuffer memory() {
        return this.question.answer();
    }
}
