package io.gpulse.device;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Through what the GPUs are seen.
 *
 * @param simulated whether the numbers are not those of GPUs of this machine, now
 * @param cudaVersion the newest CUDA that the driver can run, for example {@code 13.0}
 * @param reason why there are no GPUs, or why those there were do not answer; null when all is well
 * @param recordedAt when what is replayed was recorded; null for what is not a recording
 */
public record Source(
        SourceKind kind,
        boolean simulated,
        @Nullable String driverVersion,
        @Nullable String nvmlVersion,
        @Nullable String cudaVersion,
        @Nullable String reason,
        @Nullable Instant recordedAt) {

    public Source(
            SourceKind kind,
            boolean simulated,
            @Nullable String driverVersion,
            @Nullable String nvmlVersion,
            @Nullable String cudaVersion,
            @Nullable String reason) {
        this(kind, simulated, driverVersion, nvmlVersion, cudaVersion, reason, null);
    }

    /** What has to stand beside numbers that are not those of this machine's GPUs, now; empty beside those that are. */
    public Optional<String> caution() {
        if (this.recordedAt != null) {
            return Optional.of("RECORDING of " + this.recordedAt.truncatedTo(ChronoUnit.SECONDS)
                    + ": every number was recorded then; none is of now.");
        }
        return this.simulated
                ? Optional.of("DEMO: these GPUs do not exist; every number is simulated.")
                : Optional.empty();
    }

    public static Source none(String reason) {
        return new Source(SourceKind.NONE, false, null, null, null, reason);
    }

    /** The same source, in trouble. */
    public Source failing(String why) {
        return new Source(
                this.kind,
                this.simulated,
                this.driverVersion,
                this.nvmlVersion,
                this.cudaVersion,
                why,
                this.recordedAt);
    }

    /** The same source, as it was recorded. */
    public Source recorded(Instant at) {
        return new Source(
                this.kind, this.simulated, this.driverVersion, this.nvmlVersion, this.cudaVersion, this.reason, at);
    }
}
