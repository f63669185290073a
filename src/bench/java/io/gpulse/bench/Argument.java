package io.gpulse.bench;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * One argument of a call as C passes it: a number, or a pointer to a part of the answer's memory.
 *
 * @param number the number, or the offset of the part in the memory
 * @param bytes length of that part; 0 for a number
 * @param isFixed whether it distinguishes this call from others of the same symbol
 */
record Argument(long number, int bytes, boolean isFixed) {

    boolean isMemory() {
        return this.bytes > 0;
    }

    /** In C's order. */
    static List<Argument> of(Recording.ReceivedResult received) {
        Call call = received.call();
        List<Argument> arguments = new ArrayList<>();
        if (received.device() != NvmlCalls.NO_DEVICE) {
            arguments.add(new Argument(received.device(), 0, false));
        }
        call.args().forEach((number) -> arguments.add(new Argument(number, 0, true)));
        Layout layout = call.layout();
        switch (layout.passing()) {
            case NOTHING -> {}
            case STRUCT -> arguments.add(new Argument(0, layout.size(), false));
            case POINTERS -> layout.slots().forEach((slot) -> arguments.add(ofSlot(slot, received.answer())));
            case BUFFER_AND_LENGTH -> {
                arguments.add(new Argument(0, layout.size(), false));
                arguments.add(new Argument(layout.size(), 0, false));
            }
        }
        return arguments;
    }

    private static Argument ofSlot(Layout.Slot slot, byte[] answer) {
        if (slot.way() == Layout.Way.IN) {
            ByteBuffer memory = ByteBuffer.wrap(answer).order(ByteOrder.nativeOrder());
            return new Argument(memory.getLong(slot.offset()), 0, false);
        }
        return new Argument(slot.offset(), slot.bytes(), false);
    }
}
