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
import java.util.OptionalInt;

/** The number of NVLinks of a GPU. */
final class LinkCount {

    /** More than any GPU has; a limit for a driver that accepts every number. */
    private static final int MOST = 36;

    private static final Probe.Field LINK_COUNT = Probe.field(NvmlField.NVLINK_LINK_COUNT);

    private LinkCount() {}

    /** Reads the number; empty when the driver fails to report it for now. Blocks while the driver answers. */
    static OptionalInt read(DriverCalls calls) {
        FieldBatch batch = new FieldBatch(List.of(LINK_COUNT), calls);
        FieldValueRecord record = batch.record(LINK_COUNT);
        NvmlReturn returned = batch.returned(record);
        if (returned != NvmlReturn.SUCCESS) {
            return returned.mayPass() ? OptionalInt.empty() : countStates(calls);
        }
        CounterValue count = batch.counter(record);
        return OptionalInt.of(count == null ? 0 : (int) Math.min(MOST, count.raw()));
    }

    /** Counts the links that have a state: older drivers report no number, but refuse a link that does not exist. */
    private static OptionalInt countStates(DriverCalls calls) {
        for (int link = 0; link < MOST; link++) {
            NvmlReturn state =
                    calls.make(Call.u32("nvmlDeviceGetNvLinkState", link)).returned();
            if (state != NvmlReturn.SUCCESS) {
                return state.mayPass() ? OptionalInt.empty() : OptionalInt.of(link);
            }
        }
        return OptionalInt.of(MOST);
    }
}
