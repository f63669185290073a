package io.gpulse.nvml;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * All field values that a look wants, in one {@code nvmlDeviceGetFieldValues}. Layout of {@code nvmlFieldValue_t}: 40
 * bytes, id 0, scope 4, time 8, latency 16, type 24, return 28, value 32.
 */
final class FieldBatch {

    static final String SYMBOL = "nvmlDeviceGetFieldValues";
    static final int RECORD = 40;
    static final int SCOPE = 4;
    static final int TYPE = 24;
    static final int RETURN = 28;
    static final int VALUE = 32;

    private final List<Probe.Field> fields;
    private final Question question;

    FieldBatch(List<Probe.Field> fields, NvmlCalls calls, long device) {
        this.fields = List.copyOf(fields);
        Call call = new Call(SYMBOL, List.of(fields.size()), Layout.records(RECORD * fields.size()));
        this.question = new Question(call, calls.prepare(device, call));
    }

    Question question() {
        return this.question;
    }

    /** Writes what is asked; the driver may have overwritten it. */
    void fill() {
        ByteBuffer memory = this.question.answer();
        for (int record = 0; record < this.fields.size(); record++) {
            memory.putInt(record * RECORD, this.fields.get(record).id());
            memory.putInt(record * RECORD + SCOPE, this.fields.get(record).scope());
            memory.putInt(record * RECORD + RETURN, NvmlReturn.NO_DATA.code());
        }
    }

    /** What was said of one field: every record carries a code of its own. */
    NvmlReturn said(Probe.Field field) {
        return NvmlReturn.of(this.question.answer().getInt(offset(field) + RETURN));
    }

    Reading read(Probe.Field field, MetricSpec spec) {
        ByteBuffer memory = this.question.answer();
        int value = offset(field) + VALUE;
        return switch (memory.getInt(offset(field) + TYPE)) {
            case 0 -> spec.reading(memory.getDouble(value));
            case 1 -> spec.reading(Integer.toUnsignedLong(memory.getInt(value)));
            case 2, 3, 4 -> spec.reading(memory.getLong(value));
            case 5 -> spec.reading((long) memory.getInt(value));
            case 6 -> spec.reading((long) Short.toUnsignedInt(memory.getShort(value)));
            default -> Reading.absent(NvmlReturn.UNKNOWN.reason());
        };
    }

    private int offset(Probe.Field field) {
        return this.fields.indexOf(field) * RECORD;
    }
}
