package io.gpulse.device;

import org.jspecify.annotations.Nullable;

/** The refusal of the driver to give a handle of a GPU, or to read anything of it. */
public final class GpuRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final GpuReadResult.Verdict verdict;
    private final transient @Nullable GpuIdentity identity;

    public GpuRefusedException(GpuReadResult.Verdict verdict, String detail) {
        this(verdict, detail, null);
    }

    /** @param identity known from an earlier session; null when it is not known */
    public GpuRefusedException(GpuReadResult.Verdict verdict, String detail, @Nullable GpuIdentity identity) {
        super(detail, null, false, false);
        this.verdict = verdict;
        this.identity = identity;
    }

    /** Returns the identity from an earlier session; null when it is not known. */
    public @Nullable GpuIdentity identity() {
        return this.identity;
    }

    public GpuReadResult result() {
        return GpuReadResult.failed(this.verdict, String.valueOf(getMessage()));
    }
}
