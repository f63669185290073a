package io.gpulse.nvml.probe;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.nvml.library.NvmlReturn;

/** The end of a round by a return code that concerns the whole GPU. */
public final class GpuFailureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final NvmlReturn returned;

    public GpuFailureException(String symbol, NvmlReturn returned) {
        super(symbol + ": " + returned.words(), null, false, false);
        this.returned = returned;
    }

    public GpuReadResult result() {
        return GpuReadResult.failed(this.returned.verdict(), String.valueOf(getMessage()));
    }

    public GpuRefusedException refusal() {
        return new GpuRefusedException(this.returned.verdict(), String.valueOf(getMessage()));
    }
}
