package io.gpulse.nvml.event;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;

/** A call about an event set, its first argument, that receives a pointer to a struct, its second. */
record SetCall(NvmlCalls.Prepared prepared, StructMemory struct) {

    static SetCall prepare(NvmlCalls calls, Call call, Layout struct) {
        NvmlCalls.Prepared prepared = calls.prepare(NvmlCalls.NO_DEVICE, call);
        return new SetCall(prepared, StructMemory.of(prepared, EventCalls.structOf(call), struct));
    }

    NvmlReturn invoke(long set) {
        this.prepared.answer().putLong(0, set);
        return NvmlReturn.of(this.prepared.invoke());
    }
}
