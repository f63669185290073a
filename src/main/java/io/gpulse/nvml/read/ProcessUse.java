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
        this.memory.merge(list, bytes, (one, other) -> one == UNKNOWN || other == UNKNOWN ? UNKNOWN : one + other);
    }

    int pid() {
        return this.pid;
    }

    /** Each list tells all the memory of the process; the most that one tells, in bytes. */
    long memory() {
        return this.memory.values().stream().mapToLong(Long::longValue).max().orElse(UNKNOWN);
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
