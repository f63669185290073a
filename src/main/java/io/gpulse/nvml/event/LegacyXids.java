package io.gpulse.nvml.event;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.ArrayList;
import java.util.List;

/**
 * The Xids of an operational event, among the contexts that the driver keeps of the last event of a set.
 */
final class LegacyXids {

    /** {@code LEGACY_XID} among the types of contexts. */
    private static final int TYPE = 1;

    /** More contexts than an event has; a higher count is an error of the driver. */
    private static final int MOST = 64;

    private final NvmlCalls calls;
    private final ContextCall count;
    private final ContextCall info;
    private final ContextCall xid;

    LegacyXids(NvmlCalls calls) {
        this.calls = calls;
        this.count = prepare(EventCalls.CONTEXT_COUNT, EventCalls.COUNT);
        this.info = prepare(EventCalls.CONTEXT_INFO_OF, EventCalls.CONTEXT_INFO);
        this.xid = prepare(EventCalls.LEGACY_XID_OF, EventCalls.LEGACY_XID);
    }

    /** A call about the contexts of a set's last event. */
    private record ContextCall(NvmlCalls.Prepared prepared, StructMemory struct) {

        boolean succeeds(long set) {
            this.prepared.answer().putLong(0, set);
            return this.prepared.invoke() == NvmlReturn.SUCCESS.code();
        }

        boolean succeeds(long set, int index) {
            this.struct.put("index", index);
            return succeeds(set);
        }
    }

    private ContextCall prepare(Call call, Layout struct) {
        NvmlCalls.Prepared prepared = this.calls.prepare(NvmlCalls.NO_DEVICE, call);
        return new ContextCall(prepared, StructMemory.of(prepared, EventCalls.structOf(call), struct));
    }

    /** Returns the Xids in the driver's order; empty when it does not report any. */
    List<Integer> ofLastEvent(long set) {
        List<Integer> xids = new ArrayList<>();
        int contexts = this.count.succeeds(set) ? this.count.struct().u32("count") : 0;
        for (int index = 0; index < Math.min(contexts, MOST); index++) {
            if (isLegacyXid(set, index) && this.xid.succeeds(set, index)) {
                xids.add(this.xid.struct().u32("xidCode"));
            }
        }
        return xids;
    }

    private boolean isLegacyXid(long set, int index) {
        return this.info.succeeds(set, index) && this.info.struct().u32("nvmlGpuOperationalEventContextType") == TYPE;
    }
}
