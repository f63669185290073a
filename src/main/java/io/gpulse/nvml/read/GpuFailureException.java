package io.gpulse.nvml.read;

import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.Look;
import io.gpulse.nvml.library.NvmlReturn;

/** An answer that says all about a GPU; ends a look at it. */
public final class GpuFailureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final NvmlReturn said;

    public GpuFailureException(String symbol, NvmlReturn said) {
        super(symbol + ": " + said.words(), null, false, false);
        this.said = said;
    }

    Look look() {
        return Look.failed(this.said.verdict(), String.valueOf(getMessage()));
    }

    public GpuRefusedException refusal() {
        return new GpuRefusedException(this.said.verdict(), String.valueOf(getMessage()));
    }
}
