package io.gpulse.nvml;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Reading;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A prepared call of one GPU that is made at most once in a look, however many rows read its answer. */
final class Question {

    private final String symbol;
    private final NvmlCalls.Prepared prepared;
    private long askedIn = -1;
    private NvmlReturn said = NvmlReturn.NO_DATA;

    Question(Call call, NvmlCalls.Prepared prepared) {
        this.symbol = call.symbol();
        this.prepared = prepared;
    }

    String symbol() {
        return this.symbol;
    }

    boolean isAskedIn(long look) {
        return this.askedIn == look;
    }

    NvmlReturn ask(long look) {
        this.said = NvmlReturn.of(this.prepared.invoke());
        this.askedIn = look;
        return this.said;
    }

    NvmlReturn said() {
        return this.said;
    }

    ByteBuffer answer() {
        return this.prepared.answer();
    }

    /** What the answer says for a row. */
    Reading read(Layout.Slot slot, MetricSpec spec) {
        return switch (slot.type()) {
            case U32 -> spec.reading(Integer.toUnsignedLong(answer().getInt(slot.offset())));
            case I32 -> spec.reading((long) answer().getInt(slot.offset()));
            case U64 -> spec.reading(answer().getLong(slot.offset()));
            case CHARS -> spec.reading(text(answer(), slot));
        };
    }

    /** Characters up to a NUL. */
    static String text(ByteBuffer memory, Layout.Slot slot) {
        byte[] bytes = new byte[slot.bytes()];
        memory.get(slot.offset(), bytes);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
