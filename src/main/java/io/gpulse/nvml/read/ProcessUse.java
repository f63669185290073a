package io.gpulse.nvml.read;

import io.gpulse.device.ProcessSample.Type;
import io.gpulse.nvml.read.ProcessReader.Listed;
import java.util.EnumMap;
import java.util.Map;

/** One process, put together from the lists that it stands in. */
final class ProcessUse {

    /** What the driver says for memory that it does not know. */
    static final long UNKNOWN = -1;

    private final int pid;
    private final Map<Listed, Long> memory = new EnumMap<>(Listed.class);

    ProcessUse(int pid) {
        this.pid = pid;
    }

    /** In a list, a process has an entry for each instance of a split GPU that it uses. */
    void add(Listed list, long bytes) {
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
        if (this.memory.containsKey(Listed.MPS)) {
            return Type.MPS;
        }
        if (!this.memory.containsKey(Listed.GRAPHICS)) {
            return Type.COMPUTE;
        }
        return this.memory.containsKey(Listed.COMPUTE) ? Type.COMPUTE_AND_GRAPHICS : Type.GRAPHICS;
    }
}
