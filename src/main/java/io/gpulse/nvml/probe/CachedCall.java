package io.gpulse.nvml.probe;

import io.gpulse.metric.CType;
import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.PhysicalRange;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.UnitConversion;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.CString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.LongSupplier;

/** A prepared call that is made at most once in a round, however many rows read its answer. */
public final class CachedCall {

    private final Call call;
    private final NvmlCalls.Prepared prepared;

    /** The slots to write before each call; an array, since iterating over a list in every call would allocate. */
    private final Layout.Slot[] inputs;

    private long madeIn = -1;
    private long returnedAt;
    private NvmlReturn returned = NvmlReturn.NO_DATA;

    CachedCall(Call call, NvmlCalls.Prepared prepared) {
        this.call = call;
        this.prepared = prepared;
        this.inputs = call.layout().slots().stream()
                .filter((slot) -> slot.way() == Layout.Way.ROOM || slot.way() == Layout.Way.CHOICE)
                .toArray(Layout.Slot[]::new);
    }

    String symbol() {
        return this.call.symbol();
    }

    boolean isMadeIn(long round) {
        return this.madeIn == round;
    }

    NvmlReturn make(long round, LongSupplier nanos) {
        for (Layout.Slot input : this.inputs) {
            answer().putInt(input.offset(), input.room());
        }
        this.returned = NvmlReturn.of(this.prepared.invoke());
        this.returnedAt = nanos.getAsLong();
        this.madeIn = round;
        return this.returned;
    }

    /** Returns the return code of the last call. */
    public NvmlReturn returned() {
        return this.returned;
    }

    /** Returns the memory of the answer. */
    public ByteBuffer answer() {
        return this.prepared.answer();
    }

    /** Reads a member of the answer. */
    Reading read(Layout.Slot slot, UnitConversion conversion) {
        return switch (slot.type()) {
            case U8 -> conversion.of((long) Byte.toUnsignedInt(answer().get(slot.offset())));
            case U32 -> conversion.of(Integer.toUnsignedLong(answer().getInt(slot.offset())));
            case I32 -> conversion.ofSigned(answer().getInt(slot.offset()), Integer.SIZE);
            case U64 -> conversion.of(answer().getLong(slot.offset()));
            case CHARS -> conversion.of(CString.read(answer(), slot));
            case UUID -> conversion.of(uuid(slot).toString());
            case GUID -> conversion.of(guid(slot));
            case VERSIONED -> conversion.of(Integer.toUnsignedLong(answer().getInt(slot.offset() + Integer.BYTES)));
            case ARRAY -> Reading.absent(Reason.ERROR);
        };
    }

    /** Reads some bits of the answer. */
    Reading read(Probe.Bits bits, UnitConversion conversion) {
        Layout.Slot slot = bits.mask().slot();
        long whole = slot.type() == CType.U64
                ? answer().getLong(slot.offset())
                : Integer.toUnsignedLong(answer().getInt(slot.offset()));
        return PhysicalRange.isMask(whole)
                ? conversion.of(bits.of(whole))
                : Reading.implausible(Long.toUnsignedString(whole));
    }

    private UUID uuid(Layout.Slot slot) {
        ByteBuffer bytes = answer().duplicate().order(ByteOrder.BIG_ENDIAN);
        return new UUID(bytes.getLong(slot.offset()), bytes.getLong(slot.offset() + Long.BYTES));
    }

    /** Returns the GUID as text; empty where there is none. */
    private String guid(Layout.Slot slot) {
        long guid = answer().duplicate().order(ByteOrder.BIG_ENDIAN).getLong(slot.offset());
        return guid == 0 ? "" : "0x" + HexFormat.of().toHexDigits(guid);
    }

    /** Returns when the call returned, by a monotonic clock, in nanoseconds. */
    long returnedAt() {
        return this.returnedAt;
    }
}
