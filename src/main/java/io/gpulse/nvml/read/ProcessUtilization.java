package io.gpulse.nvml.read;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.ListCall;
import io.gpulse.nvml.probe.NewestStamp;
import io.gpulse.nvml.record.ListSlots;
import io.gpulse.nvml.record.ProcessUtilizationRecord;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The utilization of a GPU by each process. The driver records samples of active processes, and returns those newer
 * than a time stamp. The first answer contains all that it ever recorded, and is used only for its newest stamp. Used
 * by one thread.
 */
final class ProcessUtilization {

    private static final int MOST_PERCENT = 100;

    private static final Map<Metric, ToLongFunction<ProcessUtilizationRecord>> SHARES = Map.of(
            Metric.PROCESS_SM,
            ProcessUtilizationRecord::sm,
            Metric.PROCESS_MEMORY_UTILIZATION,
            ProcessUtilizationRecord::memoryController,
            Metric.PROCESS_ENCODER,
            ProcessUtilizationRecord::encoder,
            Metric.PROCESS_DECODER,
            ProcessUtilizationRecord::decoder);

    private final ListCall list;
    private final Consumer<ByteBuffer> request = this::request;

    /** The records in use of the last answer, by process. */
    private final Map<Integer, ProcessUtilizationRecord> newestOf = new HashMap<>();

    private Reason absence = Reason.NO_DATA;
    private @Nullable Reason refusal;
    private final NewestStamp newest;
    private long seen;
    private boolean startedAt;

    ProcessUtilization(DriverCalls calls) {
        this.list = new ListCall(calls, ProcessUtilizationRecord::call);
        this.newest = new NewestStamp(calls);
    }

    /** Returns the rows that it reads. */
    static Set<Metric> rows() {
        return SHARES.keySet();
    }

    private void request(ByteBuffer memory) {
        memory.putLong(this.list.offset(ListSlots.LAST_SEEN), this.seen);
    }

    /** Reads the samples since the last read. */
    void read() {
        this.newestOf.clear();
        if (this.refusal != null) {
            return;
        }
        this.seen = this.newest.next();
        NvmlReturn returned = this.list.make(this.request);
        this.absence = returned == NvmlReturn.SUCCESS ? Reason.NO_DATA : returned.reason();
        this.refusal = this.absence.isLasting() && !this.startedAt ? this.absence : null;
        if (returned == NvmlReturn.SUCCESS) {
            update();
        }
        this.startedAt |= returned == NvmlReturn.SUCCESS || returned == NvmlReturn.NOT_FOUND;
    }

    private void update() {
        int start = this.list.entries().offset();
        for (int number = 0; number < this.list.count(); number++) {
            ProcessUtilizationRecord sample =
                    new ProcessUtilizationRecord(this.list.memory(), start + number * ProcessUtilizationRecord.BYTES);
            if (this.newest.isNew(sample.timestamp()) && sample.pid() > 0) {
                if (isPlausible(sample)) {
                    this.newest.record(sample.timestamp());
                }
                this.newestOf.merge(sample.pid(), sample, ProcessUtilization::better);
            }
        }
        if (!this.startedAt) {
            this.newestOf.clear();
        }
    }

    /** Returns the plausible one of two samples, else the newer one. */
    private static ProcessUtilizationRecord better(ProcessUtilizationRecord one, ProcessUtilizationRecord other) {
        if (isPlausible(one) != isPlausible(other)) {
            return isPlausible(one) ? one : other;
        }
        return one.timestamp() > other.timestamp() ? one : other;
    }

    /** Returns whether a sample is plausible: drivers have returned invalid samples of ended processes. */
    private static boolean isPlausible(ProcessUtilizationRecord sample) {
        return SHARES.values().stream().allMatch((share) -> share.applyAsLong(sample) <= MOST_PERCENT);
    }

    /** Returns a row of a process from the last answer; absent without a sample. */
    Reading of(int pid, Metric row) {
        ProcessUtilizationRecord sample = this.newestOf.get(pid);
        ToLongFunction<ProcessUtilizationRecord> share = SHARES.get(row);
        return sample == null || share == null
                ? Reading.absent(this.absence)
                : row.spec().reading(share.applyAsLong(sample));
    }
}
