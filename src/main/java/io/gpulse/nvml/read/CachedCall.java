package io.gpulse.nvml.read;

import io.gpulse.metric.CType;
import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.UnitConversion;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.LongSupplier;

/** A prepared call of one GPU that is made at most once in a look, however many rows read its answer. */
public final class CachedCall {

    private final Call call;
    private final NvmlCalls.Prepared prepared;
    private long askedIn = -1;
    private long answeredAt;
    private NvmlReturn said = NvmlReturn.NO_DATA;

    CachedCall(Call call, NvmlCalls.Prepared prepared) {
        this.call = call;
        this.prepared = prepared;
    }

    String symbol() {
        return this.call.symbol();
    }

    boolean isAskedIn(long look) {
        return this.askedIn == look;
    }

    NvmlReturn ask(long look, LongSupplier nanos) {
        for (Layout.Slot slot : this.call.layout().slots()) {
            if (slot.way() == Layout.Way.ROOM || slot.way() == Layout.Way.CHOICE) {
                answer().putInt(slot.offset(), slot.room());
            }
        }
        this.said = NvmlReturn.of(this.prepared.invoke());
        this.answeredAt = nanos.getAsLong();
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
    Reading read(Layout.Slot slot, UnitConversion meaning) {
        return switch (slot.type()) {
            case U8 -> meaning.of((long) Byte.toUnsignedInt(answer().get(slot.offset())));
            case U32 -> meaning.of(Integer.toUnsignedLong(answer().getInt(slot.offset())));
            case I32 -> meaning.ofSigned(answer().getInt(slot.offset()), Integer.SIZE);
            case U64 -> meaning.of(answer().getLong(slot.offset()));
            case CHARS -> meaning.of(text(answer(), slot));
            case UUID -> meaning.of(uuid(slot).toString());
            case ARRAY -> Reading.absent(Reason.ERROR);
        };
    }

    /** What some bits of the answer say for a row. */
    Reading read(Probe.Bits bits, UnitConversion meaning) {
        Layout.Slot slot = bits.mask().slot();
        long whole = slot.type() == CType.U64
                ? answer().getLong(slot.offset())
                : Integer.toUnsignedLong(answer().getInt(slot.offset()));
        return meaning.of(bits.of(whole));
    }

    private UUID uuid(Layout.Slot slot) {
        ByteBuffer bytes = answer().duplicate().order(ByteOrder.BIG_ENDIAN);
        return new UUID(bytes.getLong(slot.offset()), bytes.getLong(slot.offset() + Long.BYTES));
    }

    /** Our clock as the answer came. */
    long answeredAt() {
        return this.answeredAt;
    }

    /** Characters up to a NUL. */
    public static String text(ByteBuffer memory, Layout.Slot slot) {
        byte[] bytes = new byte[slot.bytes()];
        memory.get(slot.offset(), bytes);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
