package io.gpulse.nvml.read;

import io.gpulse.device.MigSample.Place;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.record.ProcessInfoRecord;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The driver's three lists of the processes on a GPU or in a MIG instance. Used by one thread. */
final class ProcessLists {

    private final Map<ProcessListKind, ProcessList> lists = new EnumMap<>(ProcessListKind.class);

    /**
     * A process in a list.
     *
     * @param memory in bytes, {@link ProcessInfoRecord#UNKNOWN_MEMORY} when it is not known
     * @param place of its MIG instance; null when it has none, or it is not reported
     */
    record Entry(
            ProcessListKind list,
            int pid,
            long memory,
            @Nullable Place place) {

        /** Returns the same entry, in a MIG instance. */
        Entry in(Place instance) {
            return new Entry(this.list, this.pid, this.memory, instance);
        }
    }

    ProcessLists(DriverCalls calls) {
        for (ProcessListKind list : ProcessListKind.values()) {
            this.lists.put(list, new ProcessList(list.symbol(), calls));
        }
    }

    /**
     * Reads the lists. One that this GPU or this driver does not know is empty. The processes are not known when all
     * three are unknown, or one cannot be read.
     *
     * @return why the processes are not known; null when they are
     */
    @Nullable
    Reason read(Consumer<Entry> visitor) {
        Reason lacking = null;
        int lacked = 0;
        for (Map.Entry<ProcessListKind, ProcessList> list : this.lists.entrySet()) {
            Reason why = list.getValue().read();
            if (why == null) {
                list.getValue().forEach((process) -> visitor.accept(entry(list.getKey(), list.getValue(), process)));
            } else if (why == Reason.NOT_SUPPORTED || why == Reason.DRIVER_TOO_OLD) {
                lacking = lacking == null ? why : lacking;
                lacked++;
            } else {
                return why;
            }
        }
        return lacked == this.lists.size() ? lacking : null;
    }

    private static Entry entry(ProcessListKind kind, ProcessList list, ProcessInfoRecord process) {
        return new Entry(kind, process.pid(), process.usedMemory(), list.place(process));
    }
}
