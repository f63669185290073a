package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How busy each process keeps a GPU. The driver records samples of the processes that did something, and tells those
 * newer than the newest that one has seen. The first answer is all that it ever recorded, so it only tells where to
 * begin. Used by one thread.
 *
 * <p>Layout of {@code nvmlProcessUtilizationSample_t}: 32 bytes, process 0, time 8, then four shares from 16 on.
 */
public final class ProcessUtilization {

    static final String SYMBOL = "nvmlDeviceGetProcessUtilization";
    public static final int RECORD = 32;
    public static final int TIME = 8;

    private static final String LAST_SEEN = "lastSeenTimeStamp";
    private static final int MOST_PERCENT = 100;

    /** Where each share lies. */
    public static final Map<Metric, Integer> SHARES = Map.of(
            Metric.PROCESS_SM,
            16,
            Metric.PROCESS_MEMORY_UTILIZATION,
            20,
            Metric.PROCESS_ENCODER,
            24,
            Metric.PROCESS_DECODER,
            28);

    private final ListCall call;
    private final Consumer<ByteBuffer> asking = this::fill;

    /** The records of the last answer that count, by process. */
    private final Map<Integer, Integer> newestOf = new HashMap<>();

    private Reason why = Reason.NO_DATA;
    private @Nullable Reason refused;
    private long newest;
    private boolean begun;

    ProcessUtilization(DriverCalls line) {
        this.call = new ListCall(line, ProcessUtilization::call);
    }

    public static Call call(int room) {
        Layout layout = Layout.pointers()
                .array(ListCall.ENTRIES, room * RECORD)
                .room(ListCall.COUNT, room)
                .given(LAST_SEEN);
        return new Call(SYMBOL, List.of(), layout);
    }

    private void fill(ByteBuffer memory) {
        memory.putLong(this.call.offset(LAST_SEEN), this.newest);
    }

    /** Asks for what was recorded since it was last asked. */
    void ask() {
        this.newestOf.clear();
        if (this.refused != null) {
            return;
        }
        NvmlReturn said = this.call.ask(this.asking);
        this.why = said == NvmlReturn.SUCCESS ? Reason.NO_DATA : said.reason();
        this.refused = this.why.isLasting() ? this.why : null;
        if (said == NvmlReturn.SUCCESS) {
            take();
        }
        this.begun |= said == NvmlReturn.SUCCESS || said == NvmlReturn.NOT_FOUND;
    }

    private void take() {
        long seen = this.newest;
        for (int entry = 0; entry < this.call.count(); entry++) {
            int at = this.call.offset(ListCall.ENTRIES) + entry * RECORD;
            if (time(at) > seen && isPlausible(at)) {
                this.newest = Math.max(this.newest, time(at));
                this.newestOf.merge(pid(at), at, (one, other) -> time(one) > time(other) ? one : other);
            }
        }
        if (!this.begun) {
            this.newestOf.clear();
        }
    }

    /** Drivers have told samples of processes that had ended, full of rubbish. */
    private boolean isPlausible(int at) {
        return pid(at) > 0 && SHARES.values().stream().allMatch((share) -> percent(at + share) <= MOST_PERCENT);
    }

    private int pid(int at) {
        return this.call.memory().getInt(at);
    }

    private long time(int at) {
        return this.call.memory().getLong(at + TIME);
    }

    private long percent(int at) {
        return Integer.toUnsignedLong(this.call.memory().getInt(at));
    }

    /** What the last answer says of a process; absent when it recorded nothing of it. */
    Reading of(int pid, Metric share) {
        Integer at = this.newestOf.get(pid);
        return at == null
                ? Reading.absent(this.why)
                : share.spec().reading(percent(at + SHARES.getOrDefault(share, 0)));
    }
}
