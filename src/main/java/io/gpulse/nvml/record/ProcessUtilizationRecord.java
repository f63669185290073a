package io.gpulse.nvml.record;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One {@code nvmlProcessUtilizationSample_t} in the memory of {@code nvmlDeviceGetProcessUtilization}: the shares of a
 * process in the GPU's time, in percent.
 *
 * @param start its offset in the memory
 */
public record ProcessUtilizationRecord(ByteBuffer memory, int start) {

    public static final String SYMBOL = "nvmlDeviceGetProcessUtilization";

    private static final Layout LAYOUT =
            Layout.struct().u32("pid").u64("timeStamp").u32("smUtil", "memUtil").u32("encUtil", "decUtil");

    public static final int BYTES = LAYOUT.size();

    private static final int TIMESTAMP = offset("timeStamp");
    private static final int SM = offset("smUtil");
    private static final int MEMORY = offset("memUtil");
    private static final int ENCODER = offset("encUtil");
    private static final int DECODER = offset("decUtil");

    /** Returns a call with room for this number of records. */
    public static Call call(int room) {
        Layout layout = Layout.pointers()
                .array(ListSlots.ENTRIES, room * BYTES)
                .room(ListSlots.COUNT, room)
                .given(ListSlots.LAST_SEEN);
        return new Call(SYMBOL, List.of(), layout);
    }

    public static int offset(String member) {
        return LAYOUT.slot(member).offset();
    }

    public int pid() {
        return this.memory.getInt(this.start);
    }

    /** Returns when it was sampled, in microseconds since 1970. */
    public long timestamp() {
        return this.memory.getLong(this.start + TIMESTAMP);
    }

    public long sm() {
        return percent(SM);
    }

    public long memoryController() {
        return percent(MEMORY);
    }

    public long encoder() {
        return percent(ENCODER);
    }

    public long decoder() {
        return percent(DECODER);
    }

    private long percent(int offset) {
        return Integer.toUnsignedLong(this.memory.getInt(this.start + offset));
    }

    /** Writes a sample of a process that neither encodes nor decodes, as the driver does. */
    public void answer(int pid, long micros, int sm, int memoryController) {
        this.memory
                .putInt(this.start, pid)
                .putLong(this.start + TIMESTAMP, micros)
                .putInt(this.start + SM, sm)
                .putInt(this.start + MEMORY, memoryController)
                .putInt(this.start + ENCODER, 0)
                .putInt(this.start + DECODER, 0);
    }
}
