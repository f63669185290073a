package io.gpulse.nvml.record;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One {@code nvmlProcessInfo_t} in a list of the processes on a GPU. All its generations have the same beginning;
 * {@link #BYTES} is the length of the current one.
 *
 * @param start its offset in the memory
 */
public record ProcessInfoRecord(ByteBuffer memory, int start) {

    /** The longest record that a driver has written; each call has room for records of this length. */
    public static final int LONGEST = 32;

    /** The driver's value for unknown memory. */
    public static final long UNKNOWN_MEMORY = -1;

    private static final int NO_INSTANCE = -1;

    private static final Layout LAYOUT =
            Layout.struct().u32("pid").u64("usedGpuMemory").u32("gpuInstanceId", "computeInstanceId");

    public static final int BYTES = LAYOUT.size();

    private static final int USED_GPU_MEMORY = offset("usedGpuMemory");
    private static final int GPU_INSTANCE = offset("gpuInstanceId");
    private static final int COMPUTE_INSTANCE = offset("computeInstanceId");

    /** Returns the call of a symbol with room for a number of records. */
    public static Call call(String symbol, int room) {
        Layout layout = Layout.pointers().room(ListSlots.COUNT, room).array(ListSlots.ENTRIES, room * LONGEST);
        return new Call(symbol, List.of(), layout);
    }

    public static int offset(String member) {
        return LAYOUT.slot(member).offset();
    }

    public int pid() {
        return this.memory.getInt(this.start);
    }

    /** Returns the used memory in bytes; {@link #UNKNOWN_MEMORY} when it is not known. */
    public long usedMemory() {
        return this.memory.getLong(this.start + USED_GPU_MEMORY);
    }

    /** Returns the id of the GPU instance; -1 on a GPU that is not split. Records of 16 bytes have none. */
    public int gpuInstance() {
        return this.memory.getInt(this.start + GPU_INSTANCE);
    }

    /** Returns the id of the compute instance; -1 on a GPU that is not split. Records of 16 bytes have none. */
    public int computeInstance() {
        return this.memory.getInt(this.start + COMPUTE_INSTANCE);
    }

    /** Writes a process of a GPU that is not split, as the driver does. */
    public void answer(int pid, long usedMemory) {
        answer(pid, usedMemory, NO_INSTANCE, NO_INSTANCE);
    }

    /** Writes a process in a MIG instance, as the driver does. */
    public void answer(int pid, long usedMemory, int gpuInstance, int computeInstance) {
        this.memory
                .putInt(this.start, pid)
                .putLong(this.start + USED_GPU_MEMORY, usedMemory)
                .putInt(this.start + GPU_INSTANCE, gpuInstance)
                .putInt(this.start + COMPUTE_INSTANCE, computeInstance);
    }
}
