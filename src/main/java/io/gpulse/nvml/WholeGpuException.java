package io.gpulse.nvml;

import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.Look;

/** An answer that says all about a GPU; ends a look at it. */
final class WholeGpuException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final NvmlReturn said;

    WholeGpuException(String symbol, NvmlReturn said) {
        super(symbol + ": " + said.words(), null, false, false);
        this.said = said;
    }

    Look look() {
        return Look.failed(this.said.verdict(), String.valueOf(getMessage()));
    }

    GpuRefusedException refusal() {
        return new GpuRefusedException(this.said.verdict(), String.valueOf(getMessage()));
    }
}
