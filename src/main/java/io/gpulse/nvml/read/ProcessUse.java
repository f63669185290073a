package io.gpulse.nvml.read;

import io.gpulse.device.ProcessSample.Type;
import io.gpulse.nvml.record.ProcessInfoRecord;
import java.util.EnumMap;
import java.util.Map;

/** One process, merged from the lists that it is in. */
final class ProcessUse {

    private static final long UNKNOWN = ProcessInfoRecord.UNKNOWN_MEMORY;

    private final int pid;
    private final Map<ProcessListKind, Long> memory = new EnumMap<>(ProcessListKind.class);

    ProcessUse(int pid) {
        this.pid = pid;
    }

    /** In a list, a process has an entry for each instance of a split GPU that it uses. */
    void add(ProcessListKind list, long bytes) {
        this.memory.merge(list, bytes, ProcessUse::sum);
    }

    int pid() {
        return this.pid;
    }

    /** What is too large for 63 bits stays so: the sum must not wrap to a number that can be. */
    private static long sum(long one, long other) {
        if (one == UNKNOWN || other == UNKNOWN) {
            return UNKNOWN;
        }
        return one < 0 || other < 0 || one + other < 0 ? Long.MIN_VALUE : one + other;
    }

    /** Each list tells all the memory of the process; the most that one tells, in bytes and unsigned. */
    long memory() {
        long most = UNKNOWN;
        for (long bytes : this.memory.values()) {
            if (bytes != UNKNOWN && (most == UNKNOWN || Long.compareUnsigned(bytes, most) > 0)) {
                most = bytes;
            }
        }
        return most;
    }

    Type type() {
        if (this.memory.containsKey(ProcessListKind.MPS)) {
            return Type.MPS;
        }
        if (!this.memory.containsKey(ProcessListKind.GRAPHICS)) {
            return Type.COMPUTE;
        }
        return this.memory.containsKey(ProcessListKind.COMPUTE) ? Type.COMPUTE_AND_GRAPHICS : Type.GRAPHICS;
    }
}
