package io.gpulse.device;

/** The driver gives no handle of a GPU. */
public final class GpuRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Look.Verdict verdict;

    public GpuRefusedException(Look.Verdict verdict, String detail) {
        super(detail);
        this.verdict = verdict;
    }

    public Look look() {
        return Look.failed(this.verdict, String.valueOf(getMessage()));
    }
}
