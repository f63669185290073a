package io.gpulse.demo;

import io.gpulse.metric.CType;
import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.nvml.library.NvmlCalls;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Calls the demo driver as the reader does. */
final class DemoCalls {

    private static final int RECORD = 40;

    private final NvmlCalls calls;

    DemoCalls(NvmlCalls calls) {
        this.calls = calls;
    }

    /** The handle of a GPU, as the driver gives it. */
    long handle(int gpu) {
        return number(NvmlCalls.NO_DEVICE, Call.u64("nvmlDeviceGetHandleByIndex_v2", gpu), "");
    }

    /** The driver's own number for a row's first source. */
    long number(int gpu, Metric row) {
        Probe.Member source = (Probe.Member) row.spec().probes().get(0);
        return number(handle(gpu), source.call(), source.slot().name());
    }

    long number(long device, Call call, String member) {
        ByteBuffer memory = answer(device, call);
        Layout.Slot slot = call.layout().slot(member);
        return slot.type() == CType.U64 ? memory.getLong(slot.offset()) : memory.getInt(slot.offset());
    }

    String word(int gpu, Metric row) {
        Probe.Member source = (Probe.Member) row.spec().probes().get(0);
        return word(handle(gpu), source.call(), source.slot());
    }

    String word(long device, Call call, Layout.Slot slot) {
        byte[] characters = new byte[slot.bytes()];
        answer(device, call).get(slot.offset(), characters);
        String all = new String(characters, StandardCharsets.US_ASCII);
        return all.substring(0, all.indexOf('\0'));
    }

    int code(long device, Call call) {
        return this.calls.prepare(device, call).invoke();
    }

    /** The record that answers for one field. */
    ByteBuffer field(long device, int id, int scope) {
        Layout.Slot slot = new Layout.Slot("", CType.CHARS, 0, RECORD);
        Layout layout = new Layout(Layout.Passing.STRUCT, List.of(slot), 0);
        NvmlCalls.Prepared prepared =
                this.calls.prepare(device, new Call("nvmlDeviceGetFieldValues", List.of(1), layout));
        prepared.answer().putInt(0, id).putInt(4, scope).putInt(28, 999);
        check(prepared.invoke(), "nvmlDeviceGetFieldValues");
        return prepared.answer();
    }

    private ByteBuffer answer(long device, Call call) {
        NvmlCalls.Prepared prepared = this.calls.prepare(device, call);
        check(prepared.invoke(), call.source());
        return prepared.answer();
    }

    private static void check(int code, String source) {
        if (code != 0) {
            throw new AssertionError(source + " answered " + code);
        }
    }
}
