package io.gpulse.device;

import org.jspecify.annotations.Nullable;

/**
 * Through what the GPUs are seen.
 *
 * @param simulated whether the GPUs do not exist
 * @param cudaVersion the newest CUDA that the driver can run, for example {@code 13.0}
 * @param reason why there are no GPUs, or why those there were do not answer; null when all is well
 */
public record Source(
        SourceKind kind,
        boolean simulated,
        @Nullable String driverVersion,
        @Nullable String nvmlVersion,
        @Nullable String cudaVersion,
        @Nullable String reason) {

    public static Source none(String reason) {
        return new Source(SourceKind.NONE, false, null, null, null, reason);
    }

    /** The same source, in trouble. */
    public Source failing(String why) {
        return new Source(this.kind, this.simulated, this.driverVersion, this.nvmlVersion, this.cudaVersion, why);
    }
}
