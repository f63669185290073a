package io.gpulse.nvml.read;

import io.gpulse.device.MigSample.Place;
import io.gpulse.device.ProcessSample;
import io.gpulse.nvml.record.ProcessInfoRecord;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One process, merged from the lists that it is in. */
final class ProcessUse {

    private static final long UNKNOWN = ProcessInfoRecord.UNKNOWN_MEMORY;

    private final int pid;
    private final Map<ProcessListKind, Long> memory = new EnumMap<>(ProcessListKind.class);

    private @Nullable Place place;
    private boolean isInSeveral;

    ProcessUse(int pid) {
        this.pid = pid;
    }

    /** Adds an entry of a list. A process has one for each instance of a split GPU that it uses. */
    void add(ProcessLists.Entry entry) {
        this.isInSeveral |= !this.memory.isEmpty() && !Objects.equals(this.place, entry.place());
        this.place = entry.place();
        this.memory.merge(entry.list(), entry.memory(), ProcessUse::sum);
    }

    /** Returns its MIG instance; null when it uses none, or several. */
    @Nullable
    Place place() {
        return this.isInSeveral ? null : this.place;
    }

    int pid() {
        return this.pid;
    }

    /** Adds two amounts. One that is too large for 63 bits stays so: the sum must not wrap to a possible number. */
    private static long sum(long one, long other) {
        if (one == UNKNOWN || other == UNKNOWN) {
            return UNKNOWN;
        }
        return one < 0 || other < 0 || one + other < 0 ? Long.MIN_VALUE : one + other;
    }

    /** Returns the largest amount among the lists, each of which has all memory of the process; unsigned, in bytes. */
    long memory() {
        long most = UNKNOWN;
        for (long bytes : this.memory.values()) {
            if (bytes != UNKNOWN && (most == UNKNOWN || Long.compareUnsigned(bytes, most) > 0)) {
                most = bytes;
            }
        }
        return most;
    }

    ProcessSample.Type type() {
        if (this.memory.containsKey(ProcessListKind.MPS)) {
            return ProcessSample.Type.MPS;
        }
        if (!this.memory.containsKey(ProcessListKind.GRAPHICS)) {
            return ProcessSample.Type.COMPUTE;
        }
        return this.memory.containsKey(ProcessListKind.COMPUTE)
                ? ProcessSample.Type.COMPUTE_AND_GRAPHICS
                : ProcessSample.Type.GRAPHICS;
    }
}
