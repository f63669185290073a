package io.gpulse.nvml.library;

import io.gpulse.metric.Call;
import java.nio.ByteBuffer;

/**
 * The calls of NVML. All getters have one shape: a symbol, a device or none, integers, and memory for the answer.
 * {@link JnaNvml} makes native calls; the demo simulates them.
 */
public interface NvmlCalls {

    /** The device of a call that is not about a device. */
    long NO_DEVICE = 0;

    /**
     * Prepares a call: allocates its memory once, which every {@link Prepared#invoke()} uses again.
     *
     * @param device the handle, or {@link #NO_DEVICE}
     */
    Prepared prepare(long device, Call call);

    /** A call that can be repeated, by one thread at a time. */
    interface Prepared {

        /**
         * Makes the call.
         *
         * @return the driver's {@code nvmlReturn_t}; 13 when this driver has no such symbol
         */
        int invoke();

        /** Returns the memory that the call fills, in native byte order and the call's layout. */
        ByteBuffer answer();
    }
}
