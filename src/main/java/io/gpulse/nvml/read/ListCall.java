package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlReturn;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A getter that writes as many entries as there are. Its memory is taken once and grows when the driver wants more room
 * for them. Used by one thread.
 */
final class ListCall {

    /** Slots that every layout of such a call has. */
    static final String COUNT = "count";

    static final String ENTRIES = "entries";

    private static final int USUAL_ROOM = 32;
    private static final int SPARE = 8;
    private static final int TIMES = 4;
    private static final int TRIES = 3;

    /** A number beyond this is no number of entries: no GPU has so many processes. */
    private static final int MOST = 1 << 16;

    private final DriverCalls line;
    private final IntFunction<Call> withRoom;
    private int room;
    private Call call;
    private CachedCall question;

    /** @param withRoom the call that has room for so many entries */
    ListCall(DriverCalls line, IntFunction<Call> withRoom) {
        this(line, withRoom, USUAL_ROOM);
    }

    /** @param room for so many entries at first */
    ListCall(DriverCalls line, IntFunction<Call> withRoom, int room) {
        this.line = line;
        this.withRoom = withRoom;
        this.room = room;
        this.call = withRoom.apply(this.room);
        this.question = line.prepare(this.call);
    }

    /**
     * Asks for the entries; when there are more than there is room for, again with more room.
     *
     * @param filling writes what goes in, before each attempt
     */
    NvmlReturn ask(Consumer<ByteBuffer> filling) {
        NvmlReturn said = askOnce(filling);
        for (int tries = 1; tries < TRIES && said == NvmlReturn.INSUFFICIENT_SIZE && grow(); tries++) {
            said = askOnce(filling);
        }
        return said == NvmlReturn.SUCCESS && (count() < 0 || count() > this.room) ? NvmlReturn.UNKNOWN : said;
    }

    private NvmlReturn askOnce(Consumer<ByteBuffer> filling) {
        filling.accept(memory());
        return this.line.put(this.question);
    }

    /** Between two calls further entries may come: some are spare. Not every call says how many there are. */
    private boolean grow() {
        if (count() < 0 || count() > MOST) {
            return false;
        }
        this.room = Math.max(count() + SPARE, this.room * TIMES);
        this.call = this.withRoom.apply(this.room);
        this.question = this.line.prepare(this.call);
        return true;
    }

    /** How many entries there are. */
    int count() {
        return memory().getInt(offset(COUNT));
    }

    ByteBuffer memory() {
        return this.question.answer();
    }

    int offset(String slot) {
        return this.call.layout().slot(slot).offset();
    }

    /** Bytes that there are for all entries. */
    int bytes() {
        return this.call.layout().slot(ENTRIES).bytes();
    }
}
