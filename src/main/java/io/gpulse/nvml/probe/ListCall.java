package io.gpulse.nvml.probe;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.ListSlots;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A getter that returns a list of records. Its memory is allocated once, and grows when the driver needs more room.
 * Used by one thread.
 */
public final class ListCall {

    private static final int USUAL_ROOM = 32;
    private static final int SPARE = 8;
    private static final int GROWTH = 4;
    private static final int TRIES = 3;

    /** More records than any list has: a higher count is an error of the driver. */
    private static final int MOST = 1 << 16;

    private final DriverCalls calls;
    private final IntFunction<Call> withRoom;
    private int room;
    private Sized sized;

    /** The call with its room, and the slots of the count and the records. */
    private record Sized(Call call, CachedCall cached, Layout.Slot counter, Layout.Slot entries) {}

    /** @param withRoom returns the call with room for a number of records */
    public ListCall(DriverCalls calls, IntFunction<Call> withRoom) {
        this(calls, withRoom, USUAL_ROOM);
    }

    /** @param room for this number of records at first */
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
     * Makes the call; repeats it with more room when there are more records.
     *
     * @param request writes the input before each attempt
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

    /** Enlarges the room, with a reserve for records that appear meanwhile. Some calls return no count. */
    private boolean grow() {
        if (count() < 0 || count() > MOST) {
            return false;
        }
        this.room = Math.max(count() + SPARE, this.room * GROWTH);
        this.sized = sized();
        return true;
    }

    /** Returns the number of records. */
    public int count() {
        return memory().getInt(this.sized.counter().offset());
    }

    public ByteBuffer memory() {
        return this.sized.cached().answer();
    }

    public int offset(String slot) {
        return this.sized.call().layout().slot(slot).offset();
    }

    /** Returns the slot of all records. */
    public Layout.Slot entries() {
        return this.sized.entries();
    }
}
