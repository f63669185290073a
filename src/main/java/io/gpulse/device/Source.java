package io.gpulse.device;

import io.gpulse.metric.PrintableText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The source of the readings of the GPUs.
 *
 * @param simulated whether the readings are not live readings of GPUs of this machine
 * @param cudaVersion the newest CUDA that the driver can run, for example {@code 13.0}
 * @param reason why there are no GPUs, or why known ones do not answer; null when all is well
 * @param recordedAt when a replayed recording was made; null for other sources
 * @param hangs whether a call that opens the source has not returned: there is a driver
 */
public record Source(
        SourceKind kind,
        boolean simulated,
        @Nullable String driverVersion,
        @Nullable String nvmlVersion,
        @Nullable String cudaVersion,
        @Nullable String reason,
        @Nullable Instant recordedAt,
        boolean hangs) {

    public Source {
        driverVersion = driverVersion == null ? null : PrintableText.of(driverVersion);
        nvmlVersion = nvmlVersion == null ? null : PrintableText.of(nvmlVersion);
    }

    public Source(
            SourceKind kind,
            boolean simulated,
            @Nullable String driverVersion,
            @Nullable String nvmlVersion,
            @Nullable String cudaVersion,
            @Nullable String reason) {
        this(kind, simulated, driverVersion, nvmlVersion, cudaVersion, reason, null, false);
    }

    /** Returns the notice for simulated or recorded data; empty for live data. */
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

    /** Returns the same source, failing for a reason. */
    public Source failing(String why) {
        return with(why, this.recordedAt, false);
    }

    /** Returns the same source, while a call that opens it has not returned. */
    public Source hanging() {
        return with(this.reason, this.recordedAt, true);
    }

    /** Returns the same source, as a replayed recording. */
    public Source recorded(Instant at) {
        return with(this.reason, at, this.hangs);
    }

    private Source with(@Nullable String why, @Nullable Instant at, boolean hanging) {
        return new Source(
                this.kind, this.simulated, this.driverVersion, this.nvmlVersion, this.cudaVersion, why, at, hanging);
    }
}
