package io.gpulse.nvml.event;

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

    private final SetCall count;
    private final SetCall info;
    private final SetCall xid;

    LegacyXids(NvmlCalls calls) {
        this.count = SetCall.prepare(calls, EventCalls.CONTEXT_COUNT, EventCalls.COUNT);
        this.info = SetCall.prepare(calls, EventCalls.CONTEXT_INFO_OF, EventCalls.CONTEXT_INFO);
        this.xid = SetCall.prepare(calls, EventCalls.LEGACY_XID_OF, EventCalls.LEGACY_XID);
    }

    /** Returns the Xids in the driver's order; empty when it does not report any. */
    List<Integer> ofLastEvent(long set) {
        List<Integer> xids = new ArrayList<>();
        int contexts = this.count.invoke(set) == NvmlReturn.SUCCESS
                ? this.count.struct().u32("count")
                : 0;
        for (int index = 0; index < Math.min(contexts, MOST); index++) {
            if (isLegacyXid(set, index) && succeeds(this.xid, set, index)) {
                xids.add(this.xid.struct().u32("xidCode"));
            }
        }
        return xids;
    }

    private boolean isLegacyXid(long set, int index) {
        return succeeds(this.info, set, index) && this.info.struct().u32("nvmlGpuOperationalEventContextType") == TYPE;
    }

    private static boolean succeeds(SetCall call, long set, int index) {
        call.struct().put("index", index);
        return call.invoke(set) == NvmlReturn.SUCCESS;
    }
}
