package io.gpulse.device;

/** The driver gives no handle of a GPU. */
public final class GpuRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final GpuReadResult.Verdict verdict;

    public GpuRefusedException(GpuReadResult.Verdict verdict, String detail) {
        super(detail);
        this.verdict = verdict;
    }

    public GpuReadResult result() {
        return GpuReadResult.failed(this.verdict, String.valueOf(getMessage()));
    }
}
