package io.gpulse.nvml.library;

import io.gpulse.metric.Call;
import java.nio.ByteBuffer;

/**
 * The one shape of call that covers NVML's getters: a symbol, perhaps a device, some integers, and memory to write the
 * answer to. {@link JnaNvml} makes it a native call; the demo answers it itself.
 */
public interface NvmlCalls {

    /** What stands for "this call is not about a device". */
    long NO_DEVICE = 0;

    /**
     * Gets a call ready: its memory is allocated here, once, and used again by every {@link Prepared#invoke()}.
     *
     * @param device the handle, or {@link #NO_DEVICE}
     */
    Prepared prepare(long device, Call call);

    /** A call that can be made again and again, by one thread at a time. */
    interface Prepared {

        /**
         * Makes the call.
         *
         * @return the driver's {@code nvmlReturn_t}; 13 when this driver has no such symbol
         */
        int invoke();

        /** The memory that the call fills, in native byte order, laid out as the call's layout says. */
        ByteBuffer answer();
    }
}
