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

/** The number of NVLinks of a GPU. */
final class LinkCount {

    /** More than any GPU has; a limit for a driver that accepts every number. */
    private static final int MOST = 36;

    private static final Probe.Field LINK_COUNT = Probe.field(NvmlField.NVLINK_LINK_COUNT);

    private LinkCount() {}

    /** Reads the number; blocks while the driver answers. */
    static int read(DriverCalls calls) {
        FieldBatch batch = new FieldBatch(List.of(LINK_COUNT), calls);
        FieldValueRecord record = batch.record(LINK_COUNT);
        if (batch.returned(record) != NvmlReturn.SUCCESS) {
            return countStates(calls);
        }
        CounterValue count = batch.counter(record);
        return count == null ? 0 : (int) Math.min(MOST, count.raw());
    }

    /** Counts the links that have a state: older drivers report no number, but refuse a link that does not exist. */
    private static int countStates(DriverCalls calls) {
        int link = 0;
        while (link < MOST
                && calls.make(Call.u32("nvmlDeviceGetNvLinkState", link)).returned() == NvmlReturn.SUCCESS) {
            link++;
        }
        return link;
    }
}
