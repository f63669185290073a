package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.metric.NvmlField;
import io.gpulse.metric.Probe;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.probe.CounterValue;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.FieldBatch;
import io.gpulse.nvml.record.FieldValueRecord;
import java.util.List;

/** Asks how many NVLinks a GPU has. */
final class LinkCount {

    /** More than any GPU has; guards against a driver that answers for every number. */
    private static final int MOST = 36;

    private static final Probe.Field LINK_COUNT = Probe.field(NvmlField.NVLINK_LINK_COUNT);

    private final DriverCalls calls;

    LinkCount(DriverCalls calls) {
        this.calls = calls;
    }

    /** Blocks while the driver answers. */
    int read() {
        FieldBatch batch = new FieldBatch(List.of(LINK_COUNT), this.calls);
        FieldValueRecord record = batch.record(LINK_COUNT);
        if (batch.returned(record) != NvmlReturn.SUCCESS) {
            return walk();
        }
        CounterValue told = batch.counter(record);
        return told == null ? 0 : (int) Math.min(MOST, told.raw());
    }

    /** Older drivers do not tell how many links there are, but refuse one that there is not. */
    private int walk() {
        int link = 0;
        while (link < MOST && this.calls.make(stateOf(link)).returned() == NvmlReturn.SUCCESS) {
            link++;
        }
        return link;
    }

    private static Call stateOf(int link) {
        return Call.u32("nvmlDeviceGetNvLinkState", link);
    }
}
