package io.gpulse.nvml.probe;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.ListSlots;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A getter that writes as many records as there are. Its memory is allocated once, and grows when the driver wants more
 * room. Used by one thread.
 */
public final class ListCall {

    private static final int USUAL_ROOM = 32;
    private static final int SPARE = 8;
    private static final int GROWTH = 4;
    private static final int TRIES = 3;

    /** A number beyond this is no number of records: no GPU has so many processes. */
    private static final int MOST = 1 << 16;

    private final DriverCalls calls;
    private final IntFunction<Call> withRoom;
    private int room;
    private Sized sized;

    /** The call with its room, and where in its memory the count and the records lie. */
    private record Sized(Call call, CachedCall cached, Layout.Slot counter, Layout.Slot entries) {}

    /** @param withRoom the call that has room for so many records */
    public ListCall(DriverCalls calls, IntFunction<Call> withRoom) {
        this(calls, withRoom, USUAL_ROOM);
    }

    /** @param room for so many records at first */
    public ListCall(DriverCalls calls, IntFunction<Call> withRoom, int room) {
        this.calls = calls;
        this.withRoom = withRoom;
        this.room = room;
        this.sized = sized();
    }

    private Sized sized() {
        Call call = this.withRoom.apply(this.room);
        Layout layout = call.layout();
        return new Sized(call, this.calls.prepare(call), layout.slot(ListSlots.COUNT), layout.slot(ListSlots.ENTRIES));
    }

    /**
     * Makes the call; when there are more records than there is room for, again with more room.
     *
     * @param request writes what goes in, before each attempt
     */
    public NvmlReturn make(Consumer<ByteBuffer> request) {
        NvmlReturn returned = makeOnce(request);
        for (int tries = 1; tries < TRIES && returned == NvmlReturn.INSUFFICIENT_SIZE && grow(); tries++) {
            returned = makeOnce(request);
        }
        return returned == NvmlReturn.SUCCESS && (count() < 0 || count() > this.room) ? NvmlReturn.UNKNOWN : returned;
    }

    private NvmlReturn makeOnce(Consumer<ByteBuffer> request) {
        request.accept(memory());
        return this.calls.repeat(this.sized.cached());
    }

    /** Between two calls further records may come: some are spare. Not every call says how many there are. */
    private boolean grow() {
        if (count() < 0 || count() > MOST) {
            return false;
        }
        this.room = Math.max(count() + SPARE, this.room * GROWTH);
        this.sized = sized();
        return true;
    }

    /** How many records there are. */
    public int count() {
        return memory().getInt(this.sized.counter().offset());
    }

    public ByteBuffer memory() {
        return this.sized.cached().answer();
    }

    public int offset(String slot) {
        return this.sized.call().layout().slot(slot).offset();
    }

    /** Where all records lie, and how many bytes there are for them. */
    public Layout.Slot entries() {
        return this.sized.entries();
    }
}
