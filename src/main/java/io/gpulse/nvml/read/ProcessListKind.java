package io.gpulse.nvml.read;

/** The driver's lists of processes on a GPU. */
public enum ProcessListKind {
    COMPUTE("nvmlDeviceGetComputeRunningProcesses"),
    GRAPHICS("nvmlDeviceGetGraphicsRunningProcesses"),
    MPS("nvmlDeviceGetMPSComputeRunningProcesses");

    private final String symbol;

    ProcessListKind(String symbol) {
        this.symbol = symbol;
    }

    /** Returns the symbol of its getter, without the suffix. */
    public String symbol() {
        return this.symbol;
    }
}
