package io.gpulse.nvml.topology;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.CString;
import java.util.BitSet;
import java.util.Locale;
import java.util.Map;

/** The result of a call about a GPU that is made once. */
record CallResult(Call call, NvmlCalls.Prepared prepared, NvmlReturn returned) {

    /** Makes a call. Blocks while the driver answers. */
    static CallResult of(NvmlCalls calls, long handle, Call call) {
        return of(calls, handle, call, Map.of());
    }

    /** @param given the inputs, by the names of their slots */
    static CallResult of(NvmlCalls calls, long handle, Call call, Map<String, Long> given) {
        NvmlCalls.Prepared prepared = calls.prepare(handle, call);
        given.forEach((slot, value) ->
                prepared.answer().putLong(call.layout().slot(slot).offset(), value));
        return new CallResult(call, prepared, NvmlReturn.of(prepared.invoke()));
    }

    boolean isRefused() {
        return this.returned != NvmlReturn.SUCCESS;
    }

    Reason reason() {
        return this.returned.reason();
    }

    /** Returns whether the GPU has no link of this number, nor of a higher one. */
    boolean endsLinks() {
        return this.returned == NvmlReturn.INVALID_ARGUMENT || this.returned == NvmlReturn.FUNCTION_NOT_FOUND;
    }

    /** Returns whether the GPU has no link of this number, and perhaps one of a higher number. */
    boolean isNoLink() {
        return this.returned == NvmlReturn.NOT_SUPPORTED;
    }

    int number() {
        return this.prepared.answer().getInt(this.call.layout().slot("").offset());
    }

    String busId() {
        return CString.read(this.prepared.answer(), this.call.layout().slot(TopologyCalls.BUS_ID))
                .toUpperCase(Locale.ROOT);
    }

    /** Returns the set of bits in a slot. */
    BitSet bits(String name) {
        Layout.Slot slot = this.call.layout().slot(name);
        long[] words = new long[slot.bytes() / Long.BYTES];
        for (int word = 0; word < words.length; word++) {
            words[word] = this.prepared.answer().getLong(slot.offset() + word * Long.BYTES);
        }
        return BitSet.valueOf(words);
    }
}
